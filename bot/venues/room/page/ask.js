// Sends a form of the start page to the referee; whatever goes wrong is an Error with a sentence.

const UNREACHED = "The referee can't be reached.";
const TOO_LARGE = "That is more than 4 MB. Leave out pages without turns, or rule them with referee replay --thread.";
/** Characters of a form: a referee that is sent more hangs up, which looks like no referee at all. */
const LARGEST = 4_000_000;

/** What the referee answers. */
export async function ask(path, wish) {
  const body = JSON.stringify(wish);
  if (new Blob([body]).size > LARGEST) throw new Error(TOO_LARGE);
  let answer, told;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    told = await answer.json();
  } catch {
    throw new Error(UNREACHED);
  }
  if (!answer.ok) throw new Error(told.error || UNREACHED);
  return told;
}
