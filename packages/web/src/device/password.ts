import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * What is sent in place of a password: lower-case hex SHA-256 of its UTF-8 bytes, also where the page is plain HTTP.
 */
export const hashPassword = (password: string): string => bytesToHex(sha256(utf8ToBytes(password)));
