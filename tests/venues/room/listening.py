"""What a page has its loudspeaker play, by the names of its sounds."""

from loopback.bell import patience
from playwright.async_api import Page

LISTEN = """
window.heard = [];
let chord = null;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (at) {
  // What begins in one go is one sound.
  if (!chord) {
    window.heard.push(chord = []);
    queueMicrotask(() => (chord = null));
  }
  chord.push(this.frequency.value);
  return start.call(this, at);
};
"""
"""Writes down what a page has its loudspeaker play: of each sound the pitches."""

NAMED = """async () => {
  const { SOUNDS, play } = await import("/page/sounds.js");
  const played = [...window.heard];
  const names = {};
  for (const sound of SOUNDS) {
    play(new OfflineAudioContext(1, 1, 8000), sound);
    await null;
    names[window.heard.pop().join()] = sound;
  }
  return played.map((pitches) => names[pitches.join()]);
}"""

REACHED = """([list, count]) => new Promise((done) => {
  const look = () => (window[list].length >= count ? done() : setTimeout(look, 20));
  look();
})"""


async def listened_to(*pages: Page) -> None:
    """Writes down what pages play from now on, and after a reload."""
    for page in pages:
        await page.add_init_script(LISTEN)
        await page.evaluate(f"{LISTEN}; undefined")


async def reached(page: Page, items: str, count: int) -> None:
    async with patience():
        await page.evaluate(REACHED, [items, count])


async def heard(page: Page, count: int) -> list[str]:
    await reached(page, "heard", count)
    names: list[str] = await page.evaluate(NAMED)
    return names
