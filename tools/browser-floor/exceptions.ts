/**
 * Findings in built files that do not break a browser at the floor, each with its reason. An unused exception is an
 * error. In scripts: feature-detected built-ins, and our own functions of the same name.
 */
export const scriptExceptions: Readonly<Record<string, string>> = {
  '.canParse()': 'zod asks for it first',
  'URL.canParse': 'zod asks for it first',
  'Error.captureStackTrace': 'zod asks for it first',
  'Uint8Array.fromHex': '@noble/hashes asks for it first',
  '.fromHex()': '@noble/hashes asks for it first',
  '.toHex()': '@noble/hashes asks for it first',
  'es-x/no-uint8array-fromhex': '@noble/hashes asks for it first',
  'es-x/no-uint8array-prototype-tohex': '@noble/hashes asks for it first',
  '.requestIdleCallback()': 'whenIdle asks for it first',
  '.startViewTransition()': 'React tries it, and draws without it',
  navigation: 'React asks for it first',
  setImmediate: 'React and Dexie ask for it first',
  TouchEvent: 'Mantine asks for it first',
  '.when()': 'conditions of checks in zod',
  '.toArray()': 'Children of React, collections of Dexie',
  '.take()': 'what a field of a form does with an input',
  '.percent()': 'a text of ours',
  '.permissions()': 'a text of ours',
  '.command()': 'a text of ours',
};

/** In style sheets: a browser leaves out what it does not know. */
export const styleExceptions: Readonly<Record<string, string>> = {
  '-webkit-tap-highlight-color': 'of phones, which have it',
  'align-content: start': 'in grids, where it is older',
  'rect()': 'of `clip`, which is older than the shape of this name',
  'font-family: ui-monospace': 'other fonts follow it',
  'overscroll-behavior': 'without it the page moves behind a window',
  'scrollbar-width': 'without it a scroll bar is shown',
  'scrollbar-width: none': 'without it a scroll bar is shown',
  'text-box-edge': 'without it words sit a pixel lower',
  'text-box-edge: cap': 'without it words sit a pixel lower',
  'text-box-edge: alphabetic': 'without it words sit a pixel lower',
  'text-box-trim': 'without it words sit a pixel lower',
  'text-box-trim: trim-both': 'without it words sit a pixel lower',
  'text-wrap': 'without it lines break elsewhere',
  'text-wrap: pretty': 'without it lines break elsewhere',
};
