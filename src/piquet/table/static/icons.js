// @ts-check
/** The few signs on the buttons of the bar, drawn as lines. */

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  sheet: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  rules: "M4 5c3-1.4 6-1.2 8 .6 2-1.8 5-2 8-.6v13.6c-3-1.4-6-1.2-8 .6-2-1.8-5-2-8-.6zM12 5.6v13.6",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4M4 12h1M9 12h11M7 9.8v4.4",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.2M12 17.6v.2M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4z",
  menu: "M4 7h16M4 12h16M4 17h16",
  talk: "M4 5h16v11H10l-5 4v-4H4z",
  oracle:
    "M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  order: "M7 5v14M4 16l3 3 3-3M13 7h7M13 12h5M13 17h3",
  stop: "M7 7h10v10H7z",
  back: "M14 6l-6 6 6 6",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  next: "M10 6l6 6-6 6",
  first: "M7 6v12M17 6l-6 6 6 6",
  last: "M17 6v12M7 6l6 6-6 6",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  picture.append(path);
  return picture;
}
