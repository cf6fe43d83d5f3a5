// The words of the pages, one sentence each.

import { help } from "../kit/overlays/help.js";

const words = {
  session: "A session is where actions are performed: a window, a document, a connection or a background job.",
  stack: "A stack holds the actions of one feature in one session, from the first to the one that closes it.",
  activity: "An activity is what the user was doing, such as editing a document, so that it can be continued.",
  published: "A published action can be performed from outside the program: by a link, a shortcut or this page.",
  focus: "Focus shows the selected features and all errors; recording continues for every feature.",
};

/** A button that explains a word. */
export const about = (word) => help(word, words[word]);
