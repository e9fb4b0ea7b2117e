/**
 * The envelope of every call: `{"data": base64(utf8(JSON))}` both ways. Base64 is transport, not protection. The same
 * code runs in browser and server, so it uses only web standards.
 */

/** What an answer says inside its envelope. */
export interface Answer<T = unknown> {
  readonly code: number;
  readonly data: T;
  readonly msg: string;
}

/**
 * Thrown by `decodeEnvelope` and `decodeRequest`: the text was not one canonical base64 envelope of acceptable JSON.
 * Its message names the reason.
 */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const MAX_DEPTH = 12;
/** Most fields and places of lists, in all, that a request may have. */
const MAX_KEYS = 20_000;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];
/** Longest name of a field that a request may have. */
const MAX_KEY = 100;

/** Longest text inside of a request, in UTF-16 units: no schema of the contract takes a longer one. */
export const MAX_REQUEST_TEXT = 8192;

/** Base64 (standard alphabet, padded) of the UTF-8 JSON of a value. */
export const encodeEnvelope = (value: unknown): string => {
  const utf8 = new TextEncoder().encode(JSON.stringify(value));
  let binary = '';
  for (let at = 0; at < utf8.length; at += 0x8000) binary += String.fromCharCode(...utf8.subarray(at, at + 0x8000));
  return btoa(binary);
};

/**
 * The value of an envelope's text. Throws EnvelopeError for anything but one canonical base64 text of UTF-8 JSON. It
 * has no bounds: an answer is as long as its list.
 */
export const decodeEnvelope = (encoded: unknown): unknown => {
  if (typeof encoded !== 'string') throw new EnvelopeError('data 应为字符串');
  const bytes = bytesOf(encoded);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new EnvelopeError('data 不是 UTF-8 文本');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new EnvelopeError('data 不是 JSON');
  }
};

/**
 * The value of a request's envelope. Also throws EnvelopeError for NUL, lone surrogates, unsafe numbers and prototype
 * keys. Refuses more than 12 levels, texts above 8192 UTF-16 units, field names above 100, and more than 20,000 fields
 * and places of lists.
 */
export const decodeRequest = (encoded: unknown): unknown => {
  const value = decodeEnvelope(encoded);
  inspect(value, 0, { keys: 0 });
  return value;
};

/**
 * Bytes of padded base64 in the standard alphabet, without stray bits behind the last byte: each value has exactly one
 * text, so what is decoded must give that text again. No pattern is needed for it.
 */
const bytesOf = (encoded: string): Uint8Array => {
  let binary = '';
  try {
    binary = atob(encoded);
  } catch {
    throw new EnvelopeError('data 不是规范的 base64');
  }
  if (btoa(binary) !== encoded) throw new EnvelopeError('data 不是规范的 base64');
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
};

interface Seen {
  keys: number;
}

const inspect = (value: unknown, depth: number, seen: Seen): void => {
  if (depth > MAX_DEPTH) throw new EnvelopeError('嵌套过深');
  if (typeof value === 'string') inspectText(value, MAX_REQUEST_TEXT);
  if (typeof value === 'number' && !isPlainNumber(value)) throw new EnvelopeError('数字超出范围');
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    count(value.length, seen);
    for (const inner of value) inspect(inner, depth + 1, seen);
  } else inspectFields(Object.entries(value), depth, seen);
};

const inspectFields = (fields: readonly [string, unknown][], depth: number, seen: Seen): void => {
  count(fields.length, seen);
  for (const [key, inner] of fields) {
    if (FORBIDDEN_KEYS.includes(key)) throw new EnvelopeError('字段名不允许');
    inspectText(key, MAX_KEY);
    inspect(inner, depth + 1, seen);
  }
};

const count = (more: number, seen: Seen): void => {
  seen.keys += more;
  if (seen.keys > MAX_KEYS) throw new EnvelopeError('字段过多');
};

/** A fraction or a safe integer; JSON's 1e999 would be infinite. */
const isPlainNumber = (n: number): boolean => Number.isFinite(n) && (!Number.isInteger(n) || Number.isSafeInteger(n));

const inspectText = (text: string, most: number): void => {
  if (text.length > most) throw new EnvelopeError('文本过长');
  if (text.includes('\u0000') || !text.isWellFormed()) throw new EnvelopeError('文本含有非法字符');
};
