// What the way in does by script: sharing, and a way to the seat's page that takes its secret along.
import "./share.js";
document.addEventListener("click", ({ target }) => {
  const way = target.closest("[data-way]");
  if (way) way.hash = location.hash;
});
