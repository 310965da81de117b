// The signs in what the referee says, as pictures of our own: where a system has no emoji, it has these.

const SVG = "http://www.w3.org/2000/svg";
const HOURGLASS = "M4 1.5h8M4 14.5h8M5 1.5c0 4 6 5 6 6.5s-6 2.5-6 6.5M11 1.5c0 4-6 5-6 6.5s6 2.5 6 6.5";
const PICTURES = {
  "⏱": "M8 4a5.5 5.5 0 1 1 0 11A5.5 5.5 0 0 1 8 4zM8 7v2.5l1.8 1.4M6.3 1.2h3.4M8 1.2V4",
  "⌛": HOURGLASS,
  "⏳": HOURGLASS,
  "⏰": "M8 4a5.5 5.5 0 1 1 0 11A5.5 5.5 0 0 1 8 4zM8 7v2.5l1.8 1.4M1.8 4.2 4.4 1.8M14.2 4.2 11.6 1.8",
  "🔔": "M2.5 12h11L12 10V7a4 4 0 0 0-8 0v3zM6.5 14a1.6 1.6 0 0 0 3 0M8 3V1.5",
  "📅": "M2.5 3.5h11v11h-11zM2.5 7h11M5.5 1.5v3M10.5 1.5v3",
  "⏸": "M5.5 3v10M10.5 3v10",
  "▶": "M5 2.8v10.4L13 8z",
  "⚠": "M8 2 15 14H1zM8 6.5v3.2M8 11.6v.3",
  "🏆": "M5 2h6v4.5a3 3 0 0 1-6 0zM5 3.2H2.8c0 2.6.9 3.6 2.4 3.9M11 3.2h2.2c0 2.6-.9 3.6-2.4 3.9M8 9.5v3M5.5 14h5M6.5 12.5h3",
  "⚔": "M3 2.5l8.5 8.5M13 2.5 4.5 11M9.8 12.7l2.9-2.9M3.3 9.8l2.9 2.9M11.5 11l2 2M4.5 11l-2 2",
  "⚖": "M8 2v12M5 14h6M3 4.5h10M3 4.5l-2 5a2 2 0 0 0 4 0zM13 4.5l-2 5a2 2 0 0 0 4 0z",
  "🚪": "M4 14V2h7v12M2.5 14h11M8.8 8v.3",
  "🚫": "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM3.8 3.8l8.4 8.4",
  "⏰": "M8 4a5 5 0 1 1 0 10A5 5 0 0 1 8 4zM8 6.5V9l1.8 1.2M2 4.5 4.2 2.5M14 4.5 11.8 2.5",
  "❓": "M5.5 5.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8v.5M8 12.8v.3",
  "🥇": "M5 1.5 8 6l3-4.5M8 6a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM7.2 9.2 8.2 8.5v3.4",
  "🥈": "M5 1.5 8 6l3-4.5M8 6a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM7 9.2a1 1 0 0 1 2 0c0 .8-2 1.6-2 2.6h2",
  "🥉": "M5 1.5 8 6l3-4.5M8 6a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM7 8.7a1 1 0 1 1 1 1.2 1 1 0 1 1-1 1.2",
  "🏁": "M3.5 1.5v13M3.5 2.5c3-1.6 5 1.6 9 0v7c-4 1.6-6-1.6-9 0M8 2.8v6.8M3.5 6c3-1.6 5 1.6 9 0",
  "🔁": "M2.5 8V6.5a2 2 0 0 1 2-2h8M10.5 2.2l2.3 2.3-2.3 2.3M13.5 8v1.5a2 2 0 0 1-2 2h-8M5.5 9.2l-2.3 2.3 2.3 2.3",
  "🛠": "M2.5 13.5 9 7M13.6 4.4a3.4 3.4 0 1 1-2-2L9.8 4.3l.3 1.6 1.6.3z",
  "↩": "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7",
  "↪": "M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H9",
};
const SIGN = new RegExp(`(${Object.keys(PICTURES).join("|")})\uFE0F?`, "u");

/** Words as text and pictures. Words aloud go without these: what they stand for is said as well. */
export function signed(text) {
  return text.split(SIGN).filter(Boolean).map((part) => (part in PICTURES ? picture(PICTURES[part]) : part));
}

function picture(path) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" })) {
    svg.setAttribute(name, value);
  }
  svg.append(document.createElementNS(SVG, "path"));
  svg.firstChild.setAttribute("d", path);
  return svg;
}
