/** Letters and digits that are not mistaken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;

/** The browser's own randomness. */
const browserRandom = (bytes: Uint8Array): Uint8Array => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>);

/**
 * A code of six characters, or of another length; `random` fills a list with random bytes. The alphabet has 32 signs,
 * so that all are alike.
 */
export const randomCode = (random: (bytes: Uint8Array) => Uint8Array = browserRandom, length = CODE_LENGTH): string =>
  Array.from(random(new Uint8Array(length)), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Signs of a name: nobody else's is the same. */
const NAME_LENGTH = 22;

/** Names one wish of a person, so that it is done once however often it is sent. */
export const newChange = (): string => randomCode(undefined, NAME_LENGTH);
