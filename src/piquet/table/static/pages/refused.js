// @ts-check
/** Why something was not done, in a sentence: the server's own, or that it was not reached. */

import { t } from "../words.js";

/** @param {unknown} error */
export const sentence = (error) =>
  error instanceof Error && error.message && error.name !== "TypeError"
    ? error.message
    : t("page.failed");
