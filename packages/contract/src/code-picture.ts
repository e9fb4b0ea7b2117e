/*
 * Some gateways answer the picture of a code in the place of its text. It is shown as it is: another code drawn of that
 * text would be of no use.
 */

/** Characters of the longest picture; a code of 1,000 pixels a side takes about 20,000. */
export const LONGEST_PICTURE = 64 * 1024;

/** Pictures that every browser shows and that hold no script. */
const PICTURE = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Whether a text is a data URL, and so never the text of a code. */
export const isDataUrl = (text: string): boolean => /^data:/i.test(text);

/** Whether a text is the picture of a code that may be shown. */
export const isCodePicture = (text: string): boolean =>
  text.length <= LONGEST_PICTURE && PICTURE.test(text) && (text.length - text.indexOf(',') - 1) % 4 === 0;
