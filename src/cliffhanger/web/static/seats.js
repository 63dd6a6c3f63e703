// The way in follows its table: a chair that is taken meanwhile is seen as taken, and another one is ticked.
const PAUSE = 2000;
const $ = (id) => document.getElementById(id);
const form = $("f-sit");
const ticked = () => (form.querySelector("[name=seat]:checked") || { value: "" }).value;
// What is ticked is the guest's own business, and nothing new.
const plain = (part) => part.innerHTML.replaceAll(' checked=""', "");
const parts = ["taken", "seats", "back", "elsewhere"];
const shown = new Map(parts.map((id) => [id, plain($(id))]));

async function look() {
  const mine = ticked();
  const answer = await fetch(`?seat=${encodeURIComponent(mine)}`, { cache: "no-store" });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (ticked() !== mine || !now.getElementById("seats")) return;
  const hand = document.activeElement;
  for (const id of parts) {
    const part = now.getElementById(id), text = plain(part);
    if (text === shown.get(id)) continue;
    const open = $(id).querySelector("details[open]");
    shown.set(id, text);
    $(id).replaceChildren(...part.childNodes);
    if (open && $(open.id)) $(open.id).open = true;
  }
  // Whoever was there with the keyboard goes on where they were, or at what is ticked now.
  if (hand.id && !hand.isConnected) ($(hand.id) || form.querySelector("[name=seat]:checked") || $("sit-go")).focus();
  const note = now.getElementById("seat-note").textContent;
  if (note) $("seat-note").textContent = note;
}

// One look at a time, and none while nobody sees the page; whoever comes back to it sees it as it is.
let timer, looking = false;
async function go() {
  clearTimeout(timer);
  if (looking || document.hidden) return;
  looking = true;
  await look().catch(() => 0);
  looking = false;
  timer = setTimeout(go, PAUSE);
}
timer = setTimeout(go, PAUSE);
document.addEventListener("visibilitychange", go);
addEventListener("pageshow", ({ persisted }) => persisted && go());
form.addEventListener("change", ({ target }) => { if (target.name === "seat") $("seat-note").textContent = ""; });
