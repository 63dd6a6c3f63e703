// A card of one's hand that is tapped comes up, and is chosen where a move asks for it. By keys it is chosen in the form.
let taken;
const asks = (card) => [...document.querySelectorAll(`#tray input[id$="-${CSS.escape(card.id.slice(2))}"]`)];

function show() {
  for (const card of document.querySelectorAll(".hand .card")) {
    const up = card.id === taken && (asks(card).some((each) => each.checked) ? "chosen" : "seen");
    if (up) card.dataset.up = up;
    else delete card.dataset.up;
  }
}

export function take(card) {
  taken = taken === card.id && !asks(card).length ? undefined : card.id;
  const it = asks(card)[0];
  const chip = it && it.closest(".opt").querySelector("label > input");
  if (chip && chip !== it && !chip.checked) chip.click();
  if (it && !it.checked) it.click();
  show();
  // The form below is at hand anyway: what was tapped stays in view.
  card.scrollIntoView({ block: "nearest", inline: "center" });
}

document.addEventListener("change", ({ target }) => {
  if (taken && target.closest("#tray")) show();
});
new MutationObserver(show).observe(document.getElementById("page"), { childList: true, subtree: true });
