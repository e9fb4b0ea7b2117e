/** UTF-8 bytes of a text as a string of one character a byte, which is what `toBase64` takes. */
export const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Padded standard base64 of a byte string. Throws when a character is above U+00FF. */
export const toBase64 = (bytes: string): string => btoa(bytes);

/** URL-safe base64 without padding of a byte string. */
export const toBase64Url = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64url');
