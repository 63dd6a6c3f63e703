// The page's own script: one socket, one view that is redrawn in place, forms that travel as frames.
// Without it every form still posts. Nothing here decides anything: it sends what was tapped and shows what came.
import { patch, plan, read } from "./regions.js";

const root = document.documentElement;
const page = document.getElementById("page");
const $ = (id) => document.getElementById(id);
const box = (each) => each.getBoundingClientRect();
const stored = {
  get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* private windows keep nothing */ } },
};
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

root.dataset.js = "";
if (stored.get("theme")) root.dataset.theme = stored.get("theme");

// --- the socket: for ever, with a little chance in the waiting, and at once when the world comes back ------------
const where = location.pathname.match(/^\/t\/([^/]+)\/(?:seat\/)?([^/]+)$/);
const secret = new URLSearchParams(location.hash.slice(1)).get("s") || "";
const unsent = new Map();
// All scripts stand in a folder named by their version.
let version = import.meta.url.split("/").at(-2);
let socket, timer, behind, tries = 0, seen = 0, over = false, greeted = false;

function connect() {
  clearTimeout(timer);
  if (over || (socket && socket.readyState < 2)) return;
  const url = new URL(`/t/${where[1]}/ws`, location);
  url.protocol = url.protocol.replace("http", "ws");
  const open = socket = new WebSocket(url);
  greeted = false;
  // The view that comes with the greeting is newer, and asks for what is unsent.
  behind = undefined;
  const stuck = setTimeout(() => open.close(), 10000);
  open.onopen = () => say({ do: "hello", seat: decodeURIComponent(where[2]), secret, seen, screen: location.search, version });
  open.onmessage = (event) => {
    clearTimeout(stuck);
    tries = 0;
    lost(false);
    // A frame is a line of JSON; behind that of a view stands what is new in it.
    const [line, fresh] = event.data.split(/\n(.*)/s);
    const frame = JSON.parse(line);
    heard(fresh === undefined ? frame : { ...frame, page: read(frame, fresh) });
  };
  open.onclose = (event) => {
    clearTimeout(stuck);
    if (socket !== open) return;
    if (event.code === 4409) return renew(event.reason);
    if ([4401, 4404].includes(event.code)) return ended(event.reason);
    lost(true);
    timer = setTimeout(connect, 200 + Math.random() * Math.min(1800, 200 * ++tries));
  };
}

// The server runs another version: what it sends is meant for another script. The page loads itself again, once for each
// version; where that does not help, it lives with what it has.
function renew(other) {
  const tried = history.state || [];
  if (tried.includes(other)) {
    version = "";
    return connect();
  }
  history.replaceState([...tried, other], "");
  const begun = [...page.querySelectorAll("input:not([type=file]), select, textarea")].filter((each) => touched.has(place(each)));
  try {
    sessionStorage.left = JSON.stringify({
      put: [...unsent.values()].map((frame) => [frame, waiting.get(frame.id)?.id]),
      begun: begun.map(({ id, value, checked }) => [id, value, checked]),
      hand: document.activeElement.id,
    });
  } catch { /* private windows keep nothing */ }
  location.reload();
}

// What was begun and not sent before the page loaded itself again.
function restore() {
  let left;
  try {
    left = sessionStorage.left;
    delete sessionStorage.left;
  } catch { /* it was kept nowhere */ }
  if (!left) return;
  const { put, begun, hand } = JSON.parse(left);
  for (const [frame, id] of put) {
    unsent.set(frame.id, frame);
    if ($(id)) waiting.set(frame.id, { form: $(id), id });
  }
  freed();
  for (const [id, value, checked] of begun) {
    const it = $(id);
    if (it) touched.add(place(Object.assign(it, { value, checked })));
  }
  if ($(hand)) $(hand).focus();
}

function again() {
  if (socket && socket.readyState === 1) return;
  if (socket) { socket.onclose = null; socket.close(); }
  connect();
}

const say = (frame) => socket && socket.readyState === 1 && socket.send(JSON.stringify(frame));

function put(frame) {
  frame.id = fresh();
  unsent.set(frame.id, frame);
  say(frame);
  return frame.id;
}

function lost(on) {
  root.toggleAttribute("data-off", on);
  $("lost").hidden = !on || !seen;
  // The next view brings its old name back.
  if (on && $("dot")) {
    $("dot").ariaLabel = $("lost").textContent;
    spoilt.push($("dot"));
  }
}

function ended(why) {
  over = true;
  const finding = $("finding");
  lost(!finding);
  (finding || $("lost")).textContent = why;
}

// --- what comes ------------------------------------------------------------------------------------------------
// A form is busy from its tap until a page shows what came of it: a second tap on what has been done already is none.
// By input: its form, and once it is kept the entry that a page has to show.
const waiting = new Map();
const busied = (form) => [...waiting.values()].some((each) => each.form === form || (each.id && each.id === named(form)));

// A page that moves under a finger takes its tap away: what comes meanwhile is drawn when the tap is done.
let held;
function hold(most) {
  clearTimeout(held);
  held = setTimeout(() => {
    held = 0;
    if (behind) heard(behind);
  }, most);
}
// On a phone the click comes a little after the finger has gone.
for (const [kind, most] of [["pointerdown", 2000], ["pointerup", 100], ["pointercancel", 0], ["click", 0]]) {
  addEventListener(kind, () => hold(most), true);
}

let keeps;
function heard(frame) {
  const first = !greeted;
  keeps.then((keep) => keep(frame, first));
  if (frame.page !== undefined) {
    behind = held ? frame : undefined;
    if (held) return;
    draw(frame);
    if (!greeted) restore();
    // The same ids: what was kept already is not done twice.
    if (!greeted) for (const each of unsent.values()) say(each);
    greeted = true;
  } else if (frame.ack) done(frame);
  else if (frame.refused) refuse(frame);
  else if (frame.waits) wait(frame);
}

function settle(id) {
  unsent.delete(id);
  const sender = waiting.get(id);
  waiting.delete(id);
  if (sender) freed();
  return sender?.form;
}

function freed() {
  for (const form of page.querySelectorAll("form[data-do]")) form.ariaBusy = busied(form) ? "true" : null;
}

function done({ ack, n }) {
  unsent.delete(ack);
  notes.clear();
  const sender = waiting.get(ack);
  if (!sender) return;
  for (const control of sender.form.elements) touched.delete(place(control));
  spoilt.push(sender.form);
  if (["act", "faces", "undo"].includes(sender.form.dataset.do)) due = n;
  sender.n = n;
  arrived();
}

// Neither done nor refused yet: said beside what was pressed, which stays busy.
function wait({ waits, why }) {
  const sender = waiting.get(waits);
  if (!sender || sender.n) return;
  $("voice").textContent = why;
  notes.set(named(sender.form), why);
  note();
}

function refuse({ refused, rule, why, instead }) {
  const form = settle(refused);
  const text = [why, instead, rule && `(${rule})`].filter(Boolean).join(" ");
  $("voice").textContent = text;
  notes.set(named(form), text);
  note();
  // What was pressed may be gone, and this stand at the top.
  page.querySelector(".note").scrollIntoView({ block: "nearest" });
}

// Where the button of a form stands: in it, or beside those of other ways to go on.
const dockOf = (form) => form.querySelector(".dock") || form.closest(".window")?.querySelector(".go-on .dock");

// Refusals stand beside what was pressed until something else is; a redrawn page gets them again.
const notes = new Map();
function note() {
  for (const old of page.querySelectorAll("p.note")) old.remove();
  for (const [id, text] of notes) {
    const said = Object.assign(document.createElement("p"), { className: "refused note", textContent: text });
    const form = id && $(id);
    if (form && !form.closest(".top")) (dockOf(form) || form).append(said);
    else page.querySelector("main").before(said);
  }
}

// What a person is in the middle of stays as it is: what is open, chosen, half typed. A pool that somebody else has
// shaped is the exception: it comes as it was shaped.
const touched = new Set();
// By form: the drafts this page has sent since somebody else shaped it.
const sent = new Map();
// A form with a field called "id" hides its own.
const named = (form) => form?.getAttribute("id") || "";
const place = (control) => `${named(control.form)} ${control.name}`;
const shaped = (control) => control.form?.dataset.shape || "";
// What is no longer as the server drew it, and has to be made again though nothing new came for it.
let spoilt = [];

// Whether the hands were in the tray, and are nowhere else since it went.
let handed, said;
function draw({ page: regions, n, title }) {
  const { fresh, gone, draw: redraw } = plan(page, regions, spoilt);
  const all = (what) => fresh.flatMap((tree) => [...tree.querySelectorAll(what)]);
  const stays = (one) => !gone.some((each) => each.contains(one)) || fresh.some((tree) => tree.getElementById(one.id));
  spoilt = [];
  // Faces half typed for one roll are nothing to the next.
  const other = all("[name=roll]").some((each) => each.value !== page.querySelector("[name=roll]")?.value);
  if (other) touched.delete("f-faces values");
  for (const tree of fresh) {
    for (const now of tree.querySelectorAll("details[id]")) {
      const old = $(now.id);
      if (old) now.open = old.open;
    }
    for (const now of tree.querySelectorAll("input[id], textarea[id], select[id]")) {
      const old = $(now.id);
      if (old && now.type === old.type && touched.has(place(old)) && !reshaped(old, now)) keep(old, now, stays);
    }
  }
  // Only what is being written is left alone: a button in focus, or what was sent, has to say what is true now.
  const hand = document.activeElement;
  const writing = touched.has(place(hand));
  handed = hand.closest(".tray") || (handed && hand === document.body);
  const height = (writing || hand.closest(".stepper")) && box(hand).top;
  const ends = all("#ended")[0] && !$("ended");
  const thrown = all(".fall").filter((each) => !$(each.id));
  const scene = cue();
  // Where the hands are, what is there has to stay what it is.
  redraw((old, now, whole) => {
    if (!whole && (hand === document.body || !old.contains(hand))) return patch(old, now);
    return Idiomorph.morph(old, now, { morphStyle: "outerHTML", ignoreActiveValue: writing, restoreFocus: true })[0];
  });
  if (other) $("f-faces").reset();
  docked(); // else the page is too short yet to be scrolled as far
  if (height && hand.isConnected) {
    // Though lines come above it, it stays where it is; for a chip nobody is pushed under the sign.
    const by = box(hand).top - height;
    scrollBy(0, hand.matches(TYPED) ? by : Math.max(Math.min(0, by), among(by)));
  }
  // What was just pressed is gone with its question: the hands on the keyboard go on at the next one, whenever it comes.
  if (handed && document.activeElement === document.body && $("tray")) $("tray").focus({ preventScroll: true });
  note();
  pressed();
  // Of each view one sentence is said aloud.
  if (said !== (said = page.querySelector("main").dataset.said)) $("said").textContent = said;
  const asked = title[0] === "●" && document.title[0] !== "●";
  if (seen) sounds(asked ? "turn" : thrown[0] ? "dice" : cue() && cue() !== scene && "page");
  // What dice come to is read when they lie.
  if (seen && thrown[0] && !still.matches) $("stage")?.querySelectorAll(".said").forEach((each) => each.animate({ opacity: [0, 0, 0, 0, 1] }, 700));
  if (seen && !busy()) requestAnimationFrame(() => turns(thrown, asked || ends));
  seen = n;
  document.title = title;
  arrived();
  // They ask what is seen, which is known once the page has been painted.
  requestAnimationFrame(() => setTimeout(digits));
}

// A page turns to what is new: the scene, and in it the dice that fall or the question. Where that lies is asked once all
// that is new stands there, so that the page is laid out once.
function turns(thrown, question) {
  if (question && $("at-scene")) {
    $("at-scene").checked = true;
    lie();
  }
  // Dice wait for nobody: where they fall is in view at once, the first row surely. At another place nobody is moved.
  for (const { id } of thrown.reverse()) $(id)?.scrollIntoView({ block: "nearest" });
  if (thrown.length) scrollBy(0, whole(0));
  if (question) bring();
}

// How far the page may be scrolled on, so that of people in the picture and of the headline none is left cut by the sign.
function whole(top, near = 12) {
  if (!$("top")) return top; // the room's screen has no sign
  const under = box($("top")).bottom + 8;
  const all = [...page.querySelectorAll(".scenery .token, .stage .verdict")].map(box).filter(({ height }) => height);
  for (const each of all.sort((one, other) => other.top - one.top)) {
    if (each.top - top < under && each.bottom - top > under - near) top = each.top - under;
  }
  return top;
}

// With room for a line that may yet come between.
const among = (top) => whole(top + 30, 44) - 30;

// A dock lies over the end of the page, which is longer by as much; the sign stands over its beginning.
const tall = ({ id, offsetHeight }) => offsetHeight && root.style.setProperty(id ? "--top" : "--dock", `${offsetHeight}px`);
const dock = new ResizeObserver((all) => all.forEach(({ target }) => tall(target)));
const docked = () => page.querySelectorAll("#top, .dock:not(.here)").forEach((each) => tall(each) || dock.observe(each));

// Sound and touch are off until somebody turns them on.
const loud = () => stored.get("sound") === "on";
function pressed() {
  const button = $("do-sound");
  if (button) button.ariaPressed = loud();
}
const sounds = async (name) => name && loud() && (await import("./sound.js")).sound(name);
const cue = () => [...page.querySelectorAll("#log .cue")].map((each) => each.id).at(-1);

// What one's own act has brought, or a question that is new, is not left above the screen.
let before, due = 0;
const stage = () => page.querySelector(".stage > *") || page.querySelector(".a-main > *");
const told = () => [$("wait"), stage()].map((each) => each && each.textContent).join();
const busy = () => document.activeElement.matches(TYPED)
  || [...page.querySelectorAll("form :is(input, select, textarea)")].some((each) => touched.has(place(each)));
function arrived() {
  for (const [id, { n }] of waiting) if (n <= seen) waiting.delete(id);
  freed();
  if (!due || seen < due) return;
  due = 0;
  if (told() !== before) bring();
}
function bring() {
  const it = page.querySelector(".ended") || stage();
  if (!it) return;
  const { top, bottom } = box(it);
  // On a phone the sign stays at the top.
  const under = Math.max(0, box($("top")).bottom);
  if (top >= under) return;
  scrollTo({ top: bottom + scrollY < innerHeight ? 0 : scrollY + whole(top - under - 16), behavior: falling().length ? "instant" : pace() });
}

// Dice fall once, a tap lets them lie; those that were seen to fall do not when somebody comes back to the scene.
const lain = new Set();
const falling = () => document.getAnimations().filter(({ effect }) => effect.target.closest(".fall, .said"));
const lie = () => falling().forEach((each) => lain.has(each.effect.target.closest(".fall, .said").id) && each.finish());
addEventListener("animationend", ({ target }) => lain.add((target.closest(".fall") || target).id));
let fell = [];
addEventListener("pointerdown", () => {
  fell = falling();
  fell.forEach((each) => each.finish());
}, true);
addEventListener("change", ({ target }) => {
  if (target.name !== "at") return;
  lie();
  // A story is read on at its end, anything else from its beginning.
  if (target.id === "at-story") $("log").lastElementChild.scrollIntoView({ block: "end" });
  else if (target.id !== "at-scene") scrollTo(0, 0);
});

function reshaped(old, now) {
  if (!shaped(now) || shaped(now) === shaped(old)) return false;
  const own = sent.get(named(now.form));
  // It is what this page itself has sent.
  if (own && own.has(JSON.stringify(choice(now.form)))) return false;
  sent.delete(named(now.form));
  return true;
}

function keep(old, now, stays) {
  if (now.type === "radio" || now.type === "checkbox") {
    // A choice is kept only where everything chosen in its row is still there to be chosen.
    const row = [...page.querySelectorAll("input:checked")].filter((each) => place(each) === place(old));
    if (row.every(stays)) now.toggleAttribute("checked", old.checked);
  } else if (now.tagName === "SELECT") {
    // What stands twice is chosen where it stands first.
    const it = [...now.options].find((each) => each.value === old.value);
    for (const option of now.options) option.toggleAttribute("selected", option === it);
  } else if (now.tagName === "TEXTAREA") now.textContent = old.value;
  else now.setAttribute("value", old.value);
}

// --- what goes -------------------------------------------------------------------------------------------------
function choice(form, by) {
  const found = {};
  // Of several ways that is meant which was pressed; until then, the one that is lit.
  const way = by?.name ? by : form.querySelector(".way.next") || form.querySelector(".way");
  for (const control of form.elements) {
    if (!control.name.startsWith("p.") || (control.type === "submit" && control !== way)) continue;
    const name = control.name.slice(2);
    const pick = control.matches("[type=radio], [type=checkbox]");
    const number = control.type === "number" || control.closest("[data-number]");
    if (number) {
      if (!pick || control.checked) found[name] = Number(control.value);
    } else if (control === way) found[name] = [control.value];
    else if (pick) {
      found[name] = found[name] || [];
      if (control.checked) found[name].push(control.value);
    } else if (control.tagName === "SELECT") found[name] = [control.value]; // one of many things is still a choice of things
    else found[name] = control.value || form.querySelector(`[name="r.${name}"]:checked`)?.value || "";
  }
  return found;
}

function value(text) {
  try { return JSON.parse(text); } catch { return text; }
}

const frames = {
  act: (f, form, all, by) => ({
    act: { kind: "act", seat: f.seat, window: f.window, key: f.key, choice: choice(form, by), terms: f.terms, shaped_by: [], said: f.said },
    seen,
  }),
  undo: (f) => ({ to: Number(f.to) }),
  hasten: (f) => ({ far: f.far === "1" }),
  pause: (f) => ({ on: f.on === "1", x: f.x === "1" }),
  rule: (f) => {
    const [path, set = f.value] = f.path.split("=");
    return { path: path.split("/").filter(Boolean), value: value(set), why: f.why };
  },
  end: (f) => ({ why: f.why }),
  faces: (f, form, all) => ({ roll: f.roll, values: all.getAll("values").map(Number) }),
  sit: (f) => ({ seat: f.seat, name: f.name, holder: f.holder }),
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  const what = form.dataset.do;
  if (!what || !where || over || !seen) return;
  event.preventDefault();
  if (what === "draft") return draft(form);
  // An undo counts from what is shown: not before that is all there is.
  if (busied(form) || (what === "undo" && waiting.size)) return;
  // The second tap of two on what lets the bots go on is not for the question that has come in its place.
  if (what === "hasten") hastened = performance.now();
  else if (what === "act" && performance.now() - hastened < 600) return;
  notes.clear();
  // What is sent is no draft any more.
  clearTimeout(drafting);
  const all = new FormData(form, event.submitter);
  before = told();
  const frame = { do: what, ...(frames[what] || Object)(Object.fromEntries(all), form, all, event.submitter) };
  waiting.set(put(frame), { form, id: named(form) });
  freed();
});

let drafting, hastened = -600;
function draft(form) {
  const { seat, window, key } = Object.fromEntries(new FormData(form));
  const made = choice(form);
  sent.set(named(form), (sent.get(named(form)) || new Set()).add(JSON.stringify(made)));
  say({ do: "draft", seat, window, key, choice: made });
}

document.addEventListener("change", ({ target }) => {
  touched.add(place(target));
  // Ready words bring along what goes with them, and take the place of one's own, which are asked for where those are chosen.
  if (target.name?.startsWith("r.")) {
    const own = target.form.elements[`p.${target.name.slice(2)}`];
    own.value = "";
    if ((own.required = !target.value)) own.focus();
    for (const [name, item] of (target.dataset.sets || "").split(" ").map((each) => each.split("="))) {
      const control = name && target.form.elements[`p.${name}`];
      if (control) control.value = item;
    }
  }
  const row = target.closest("[data-most]");
  if (row && target.checked) {
    const on = [...row.querySelectorAll("input:checked")].filter((each) => each !== target);
    for (const each of on) if (each.dataset.same && each.dataset.same === target.dataset.same) each.checked = false;
    if (row.dataset.most === "1") for (const each of on) each.checked = false;
  }
  if (target.id === "keys-on") {
    stored.set("keys", target.checked ? "" : "off");
    digits();
  }
  const open = target.closest(".opt, .move");
  const means = open && [...open.querySelectorAll("form")].find((each) => each.getClientRects().length);
  if (open && target.parentNode.parentNode === open) into(means, target.parentNode);
  const form = target.form || means;
  // What a tap has chosen shows at once what it makes of dice and chance.
  if (form?.dataset.do === "act") later(form, target.matches(TYPED) ? 250 : 30);
});
const still = matchMedia("(prefers-reduced-motion: reduce)");
const pace = () => (still.matches ? "instant" : "smooth");
// A move that is chosen opens where it stands. Only what it asks for first is brought above its dock, and its chip stays in view.
function into(form, chip) {
  const dock = box(dockOf(form));
  const below = box(form).top + 240 - (dock.bottom > innerHeight - 80 ? dock.top : innerHeight);
  const under = box($("top")).bottom, people = page.querySelector(".own .people");
  let top = Math.min(box(chip).top - under, Math.max(0, below));
  // Of people in the picture no names are left without a body below the sign.
  // The browser may have scrolled too far for that as well, to the control that the tap has put in focus.
  if (people && top < box(people.closest(".scenery")).bottom - under + 64) top = Math.min(top, box(people).top - under - 30);
  scrollBy({ top: among(top), behavior: pace() });
}
document.addEventListener("focusin", async ({ target }) => {
  if (target.id === "rule-path") (await import("./values.js")).offer(target);
});
document.addEventListener("input", ({ target }) => {
  touched.add(place(target));
  if (target.dataset.need && notes.delete(named(target.form))) note();
  if (target.form?.dataset.do === "act" && !target.matches("[type=radio], [type=checkbox]")) later(target.form, 250);
});
// What is missing is said in our words at the button, not in the browser's, and the field is in hand.
addEventListener("invalid", (event) => {
  const { target } = event, { need } = target.dataset;
  if (target.value || !need) return;
  event.preventDefault();
  if (target !== target.form.querySelector("[data-need]:invalid")) return;
  notes.clear();
  notes.set(named(target.form), $("voice").textContent = need);
  note();
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
}, true);
function later(form, soon) {
  clearTimeout(drafting);
  drafting = setTimeout(() => form.isConnected && draft(form), soon);
}

// --- taps and keys ---------------------------------------------------------------------------------------------
document.addEventListener("click", async (event) => {
  const { target } = event;
  // The maker knows a seat by its cookie, which a link that was opened elsewhere has not brought.
  if (target.id === "to-maker" && secret) {
    event.preventDefault();
    await fetch(`${location.pathname}/enter`, { method: "POST", body: new URLSearchParams({ secret }) }).catch(() => 0);
    location.assign(target.href);
  }
  // A tap on the stage lets dice lie, else it asks for the next.
  if (target.closest(".stage") && !target.closest("a, button, summary, label, input") && !fell.length) press("do-on");
  if (target.closest(".hand .card")) (await import("./hand.js")).take(target.closest(".card"));
  if (target.closest("#do-sound")) {
    stored.set("sound", loud() ? "off" : "on");
    pressed();
    if (loud()) sounds("dice");
  }
  const step = target.closest("[data-step]");
  if (step) {
    const field = step.parentNode.querySelector("input");
    field.stepUp(Number(step.dataset.step));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (target.closest("[data-light]")) {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    stored.set("theme", root.dataset.theme);
  }
  const copy = target.closest("[data-copy]");
  if (copy) {
    $("voice").textContent = copy.textContent = await (await import("./share.js")).copied(copy, $(copy.dataset.copy));
    spoilt.push(copy);
  }
});

const press = (id) => { const button = $(id); if (button) button.click(); return Boolean(button); };
const keys = () => stored.get("keys") !== "off";
const TYPED = "input:not([type=radio], [type=checkbox]), textarea, select";

// The keys 1 to 9 tap the chips of the move, as they are seen; each shows its digit. Of a row of numbers each has its own.
const chips = () => [...page.querySelectorAll("#tray > .window > .opt > label, #tray .verb, #tray > .window > .only :is(.chip:not(.no), .way), #tray > .one-tap button")]
  .filter((each) => each.getClientRects().length);
function digits() {
  const all = chips();
  const row = all.length && all[0].closest("[data-number]");
  const numbers = row && all.every((each) => row.contains(each));
  all.forEach((each, at) => {
    const digit = numbers ? (each.control || each).value : at + 1;
    const shown = keys() && /^\d$/.test(digit) ? `${digit}` : "";
    // What is said again as it was would have the page laid out again.
    if (each.dataset.digit !== shown) each.dataset.digit = shown;
  });
}

// In the middle of a form Enter means its button, anywhere else the big one.
const meant = (form) => [...(form || page).querySelectorAll(form ? ".tray .next" : ".tray:not(#standing) .next")]
  .find((each) => each.getClientRects().length);

document.addEventListener("keydown", (event) => {
  if (event.target.closest(TYPED) || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z") {
    const asked = press("ask-undo");
    if (asked) $("do-undo").focus(); // where it is asked for, Enter answers
    if (asked || press("do-undo")) event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.repeat || !keys()) return;
  if (event.key === "?") {
    $("help").togglePopover();
    $("help").focus();
    return;
  }
  // Whoever reads the help does nothing yet.
  if (event.target.closest("#help") || (event.key === "Enter" && event.target.closest("a, button, summary"))) return;
  digits();
  const it = event.key === "Enter" ? meant(event.target.closest("form, .opt")) : chips().find((each) => each.dataset.digit === event.key);
  if (!it) return;
  event.preventDefault();
  const at = it.control || it;
  at.focus();
  at.click();
});

// --- begin -----------------------------------------------------------------------------------------------------
if ($("keys-on")) $("keys-on").checked = keys();
digits();
pressed();
if (where) {
  const drawn = !page.querySelector("[data-shell]");
  if (drawn) seen = 1;
  // Its own words, and the marks of what it was shown.
  keeps = import("./words.js").then(({ keeper }) => keeper(where[1], decodeURIComponent(where[2]), secret, say));
  // Come by its cookie, as from a page whose script was slower than the tap: the socket wants the secret of its link.
  if (drawn && !secret && location.pathname.includes("/seat/")) location.replace(`${location.pathname}/link${location.search}`);
  else connect();
  if (location.search) import("./lobby.js");
  import("./story.js");
  addEventListener("online", again);
  addEventListener("pageshow", (event) => event.persisted && again());
  document.addEventListener("visibilitychange", () => document.hidden || again());
}
