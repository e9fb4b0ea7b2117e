import { hash } from 'node:crypto';

/** SHA-256 takes blocks of 64 bytes and gives 32. */
const BLOCK = 64;
const DIGEST = 32;
/** HMAC's inner and outer pads (RFC 2104). */
const INNER = 0x36;
const OUTER = 0x5c;
const UUID_LENGTH = 36;

/** The input of one hash of an HMAC: a block for the padded key, and the message behind it. */
const inputOf = (pad: number, message: number): Buffer => Buffer.alloc(BLOCK + message, pad);

const setKey = (input: Buffer, pad: number, key: string): void => {
  for (let i = 0; i < key.length; i++) input[i] = key.charCodeAt(i) ^ pad;
};

const sha256 = (input: Buffer): string => hash('sha256', input, 'binary');

/**
 * HKDF-SHA256 (RFC 5869) with a fixed salt and purpose, from a UUID in its text form to a key of at most 32 bytes,
 * given as one character a byte. Written out on single hashes with reused inputs, because Node's own takes several
 * times as long for thirty lines (ADR 12); tests hold it against Node's.
 */
export const keyDeriver = (salt: string, purpose: string, length: number): ((uuid: string) => string) => {
  if (length > DIGEST || salt.length > BLOCK) throw new RangeError('one round of HKDF gives at most 32 bytes');
  const extractInner = inputOf(INNER, UUID_LENGTH);
  const extractOuter = inputOf(OUTER, DIGEST);
  setKey(extractInner, INNER, salt);
  setKey(extractOuter, OUTER, salt);
  // The first (and only) round of expansion hashes the purpose and its own number, 1.
  const info = `${purpose}\u0001`;
  const expandInner = inputOf(INNER, info.length);
  const expandOuter = inputOf(OUTER, DIGEST);
  expandInner.write(info, BLOCK, 'latin1');
  return (uuid) => {
    if (uuid.length !== UUID_LENGTH) throw new RangeError('not a UUID');
    extractInner.write(uuid, BLOCK, 'latin1');
    extractOuter.write(sha256(extractInner), BLOCK, 'latin1');
    const key = sha256(extractOuter);
    setKey(expandInner, INNER, key);
    setKey(expandOuter, OUTER, key);
    expandOuter.write(sha256(expandInner), BLOCK, 'latin1');
    return sha256(expandOuter).slice(0, length);
  };
};
