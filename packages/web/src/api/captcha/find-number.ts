import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What is looked for: the number that makes `challenge` of `salt`, at most `maxnumber`. */
export interface Search {
  readonly salt: string;
  readonly challenge: string;
  readonly maxnumber: number;
}

/** The number between `from` and `to` (both included), or undefined. In plain JavaScript: WebCrypto needs HTTPS. */
export const findNumber = ({ salt, challenge }: Search, from: number, to: number): number | undefined => {
  const begun = sha256.create().update(utf8ToBytes(salt));
  for (let number = from; number <= to; number += 1) {
    const hash = begun
      .clone()
      .update(utf8ToBytes(String(number)))
      .digest();
    if (bytesToHex(hash) === challenge) return number;
  }
  return undefined;
};
