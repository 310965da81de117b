// Talk and turns, beside the board: one of them at a time where there is no room for both.

import { $ } from "./dom.js";

/** Talk and turns share a place where there is room for one of them. */
export function bindTabs() {
  const tabs = [$("tab-lines"), $("tab-turns")];
  const choose = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
    $("turns").parentElement.classList.toggle("shows-turns", chosen === tabs[1]);
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const other = tabs.find((one) => one !== tab);
      choose(other);
      other.focus();
    });
  }
}
