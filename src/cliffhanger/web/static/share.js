// What sends an address on: the phone's own sheet where there is one, else it is copied.
if (navigator.share) document.documentElement.dataset.shares = "";
document.addEventListener("click", ({ target }) => {
  const share = target.closest("button[data-share]");
  if (share) navigator.share({ title: share.title, url: share.dataset.share }).catch(() => 0);
});

// Copies what stands in a field, and says on the button that pressed for it whether that was done.
export async function copied(button, field) {
  let done = false;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    done = true;
  } catch {
    done = document.execCommand("copy");
  }
  return done ? button.dataset.done : button.dataset.byHand;
}
