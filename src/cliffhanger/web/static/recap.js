// What a recap does by script: its address is shared or copied, and so is its card as a PNG, drawn here where the server draws none.
import { copied } from "./share.js";

const $ = (id) => document.getElementById(id);
document.documentElement.dataset.js = "";

$("copy").addEventListener("click", async ({ currentTarget }) => {
  currentTarget.textContent = $("sent").textContent = await copied(currentTarget, $("link"));
});

$("draw-card")?.addEventListener("click", async (click) => {
  const { dataset: { card, name, wide }, title } = click.currentTarget;
  const sends = navigator.canShare?.({ files: [new File([], name, { type: "image/png" })] });
  if (!wide && !sends) return; // the link itself saves it
  click.preventDefault();
  const file = new File([await (wide ? drawn(card, Number(wide)) : fetched(card))], name, { type: "image/png" });
  if (sends) {
    await navigator.share({ files: [file], title }).catch(() => 0);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
});

async function fetched(address) {
  return (await fetch(address)).blob();
}

// A drawing as a PNG, so many pixels wide.
async function drawn(address, wide) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = wide;
  canvas.height = Math.round(wide * image.naturalHeight / image.naturalWidth);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((made) => { canvas.toBlob(made, "image/png"); });
}
