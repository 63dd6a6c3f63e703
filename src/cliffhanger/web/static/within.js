// What stands within a pick can be chosen as far as that holds it; words are asked for if it holds anything.
const page = () => document.getElementById("page");

function settle() {
  for (const row of page().querySelectorAll("[data-within]")) {
    const controls = [...row.querySelectorAll("input, textarea")];
    if (!controls.length) continue;
    const held = [...controls[0].form.elements].filter((each) => each.name === row.dataset.within && each.checked);
    for (const each of controls) {
      if (each.type === "checkbox" || each.type === "radio") {
        each.parentNode.hidden = !held.some((one) => one.value === each.value);
        each.checked &&= !each.parentNode.hidden;
      } else {
        row.hidden = !held.length;
        each.required = !row.hidden && each.minLength > 0;
      }
    }
  }
}

settle();
document.addEventListener("change", settle, true);
new MutationObserver(settle).observe(page(), { childList: true, subtree: true });
