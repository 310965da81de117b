// Small helpers. Text from anybody only ever becomes text: nothing here reads HTML.

export const $ = (id) => document.getElementById(id);

const BASE = new URL("..", import.meta.url);

/** The address of something that the referee serves, wherever its pages begin. */
export const addressOf = (path) => new URL(path, BASE).href;

/** What a page hands on to itself when it is loaded anew: given once, and gone with its tab. */
export const handover = {
  give(key, value) {
    try { sessionStorage.setItem(key, JSON.stringify(value)); } catch { /* It goes without. */ }
  },
  take(key) {
    try {
      const value = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
      return value;
    } catch {
      return null;
    }
  },
};

/** An element with properties and children; strings become text. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") node.className = value;
    else if (key.includes("-") || key === "role") node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
}

/** A part of a drawing. */
export function make(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

/** A stone beside the board, with its colour's mark. */
export function stone(colour) {
  return el("span", { class: `stone ${colour}`, "aria-hidden": "true" });
}

/**
 * Does work that may take away or hide whatever has the focus: then the focus goes to what has taken
 * its place (an element with the same data-act or data-key), else to `otherwise()`. Without this it
 * would fall to the body, and whoever plays by keyboard would begin at the top of the page.
 */
export function keepFocus(work, otherwise) {
  const held = document.activeElement;
  const { act, key } = held.dataset;
  work();
  if (held === document.body || isShown(held)) return;
  const alike = act ? `[data-act="${CSS.escape(act)}"]` : key ? `[data-key="${CSS.escape(key)}"]` : "";
  const heirs = alike ? [...document.querySelectorAll(alike)] : [];
  // What lies in a closed menu is reached by the menu's name.
  const reached = heirs.map((heir) => (isShown(heir) ? heir : heir.closest("details")?.querySelector("summary")));
  (reached.find((heir) => heir && isShown(heir)) ?? otherwise()).focus({ preventScroll: true });
}

/** Lets menus and popups (details of these classes) close on Esc and on a click outside. */
export function bindMenus() {
  const open = () => [...document.querySelectorAll(".menu[open], .popup[open]")];
  document.addEventListener("click", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") open().forEach(closeMenu);
  });
}

/** Closes a menu; whoever was in it is at its name. */
export function closeMenu(menu) {
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
}

/** Whether something is there to have the focus. */
export function isShown(node) {
  return node.isConnected && !node.disabled && node.getClientRects().length > 0;
}

/** Opens the dialog for reading, at its top: the focus on its last button would show its end. */
export function openSheet(title, ...body) {
  $("sheet-title").textContent = title;
  $("sheet-body").replaceChildren(...body);
  $("sheet").showModal();
  $("sheet").scrollTop = 0;
}

/** Copies text, also where the clipboard is closed to pages: over plain HTTP on a network. */
export async function copyText(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = el("textarea", { value: text, class: "sr" });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), 1500);
}

/** A link that saves a file of the referee's. */
export function fileLink(name, data) {
  return el("a", { href: fileUrl(data), download: name }, `Save ${name}`);
}

/** An address for a file that came in a message. */
export function fileUrl(data, type = "") {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type }));
}

/** Shows boards and stones in the colours of a theme; "" is the usual one. */
export function wear(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Milliseconds as a clock shows them: 0:47, 1:02:03, and tenths in the last ten seconds. */
export function clockText(length, tenths = false) {
  const left = Math.max(0, length);
  if (tenths && left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600) % 24;
  const days = Math.floor(seconds / 86400);
  if (days) return `${days}d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What this browser remembers; a browser that remembers nothing still plays. */
export const memory = {
  read(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`referee.${key}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(`referee.${key}`, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
  forget(key) {
    try {
      localStorage.removeItem(`referee.${key}`);
    } catch {
      // Nothing was remembered.
    }
  },
};
