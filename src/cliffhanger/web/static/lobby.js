// What the way in does by script: the phone's own sheet for sharing, and a way to the seat's page that takes its secret along.
if (navigator.share) document.documentElement.dataset.shares = "";
document.addEventListener("click", ({ target }) => {
  const way = target.closest("[data-way]");
  if (way) way.hash = location.hash;
  const share = target.closest("button[data-share]");
  if (share) navigator.share({ title: share.title, url: share.dataset.share }).catch(() => 0);
});
