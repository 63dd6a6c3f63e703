// What this browser kept before: room is made where there is none, and a word is found that was hidden by a page since gone.
const all = 2000000; // signs that may be kept of tables, once there was no room

const kept = () => Object.entries(localStorage).filter(([name]) => name.startsWith("kept "));
const size = () => kept().reduce((sum, [, text]) => sum + text.length, 0);

// The tables, the one that was played longest ago first. What an earlier version kept has no stamp, and counts as the oldest.
function tables() {
  const newest = {};
  for (const [name] of kept()) {
    const [, table, stamp = ""] = name.match(/^kept (\S+) .*?(?: (\d{13}\S+))?$/) || [];
    if (table && !(newest[table] > stamp)) newest[table] = stamp;
  }
  return Object.keys(newest).sort((one, other) => (newest[one] < newest[other] ? -1 : 1));
}

// Forgets the oldest tables, but never this one, until `add` has room, and a good deal more; gives whether it has.
export function forget(own, add) {
  let done = false;
  try {
    for (const table of tables().filter((each) => each !== own)) {
      for (const [name] of kept()) if (name.startsWith(`kept ${table} `)) delete localStorage[name];
      done ||= add();
      if (done && size() <= all) break;
    }
  } catch { /* private windows keep nothing */ }
  return done;
}

// The word that a page of this seat with the same link hid in a round.
export function hidden(name, head, round) {
  try {
    const texts = kept().filter(([each, text]) => each.startsWith(name) && text.startsWith(head)).map(([, text]) => text);
    const lines = texts.join("").match(new RegExp(`^word ${round} \\w+$`, "gm")) || [];
    return lines.length && lines[lines.length - 1].split(" ")[2];
  } catch { /* private windows keep nothing */ }
}
