// What this browser has kept of a table (see words.js), to be copied or saved: of all its seats here, one below the other.
import { copied } from "./share.js";

const $ = (id) => document.getElementById(id);
const box = $("kept"), text = $("kept-text"), copy = $("copy-kept");
document.documentElement.dataset.js = "";
try {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(`kept ${box.dataset.table} `)).sort();
  text.value = names.map((name) => localStorage[name]).join("\n");
} catch { /* private windows keep nothing */ }
if (text.value) {
  box.hidden = false;
  $("nothing-kept").hidden = true;
  $("save-kept").href = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
}
copy.addEventListener("click", async () => { $("kept-said").textContent = await copied(copy, text); });
