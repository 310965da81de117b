// The boards on the home page of a hall keep up while somebody looks at them. Without scripts they stand.

const EVERY = 15_000; // Milliseconds; a page asks for a dozen boards at the most.

function renew() {
  if (document.hidden) return;
  for (const board of document.querySelectorAll("img[data-live]")) {
    const fresh = new Image();
    fresh.onload = () => { board.src = fresh.src; }; // The old one stays until the new one is there.
    fresh.src = `${board.dataset.live}?at=${Date.now()}`;
  }
}

setInterval(renew, EVERY);
document.addEventListener("visibilitychange", renew);
