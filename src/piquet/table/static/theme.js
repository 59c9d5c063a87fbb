// @ts-check
// Runs before the first paint, so that a chosen theme never flashes: no module, no imports.
(() => {
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("piquet.settings") ?? "{}");
  } catch {
    // Storage is closed or damaged: the system's own choice stands.
  }
  const root = document.documentElement;
  for (const name of ["theme", "deck", "index", "speed"]) {
    const value = kept[name];
    if (typeof value === "string") root.dataset[name] = value;
  }
})();
