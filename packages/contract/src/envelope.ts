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

/** Thrown by `open`: the text was not one canonical base64 envelope of acceptable JSON. Its message names the reason. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const MAX_DEPTH = 12;
const MAX_KEYS = 20_000;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];
/** Padded, standard alphabet, and no stray bits behind the last byte: each value has exactly one text. */
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** Base64 (standard alphabet, padded) of the UTF-8 JSON of a value. */
export const seal = (value: unknown): string => {
  const utf8 = new TextEncoder().encode(JSON.stringify(value));
  let binary = '';
  for (let at = 0; at < utf8.length; at += 0x8000) binary += String.fromCharCode(...utf8.subarray(at, at + 0x8000));
  return btoa(binary);
};

/**
 * The value inside sealed text. Throws EnvelopeError for anything but one canonical base64 text of UTF-8 JSON without
 * NUL, lone surrogates, unsafe numbers, prototype keys or excessive depth.
 */
export const open = (sealed: unknown): unknown => {
  if (typeof sealed !== 'string') throw new EnvelopeError('data 应为字符串');
  if (!CANONICAL.test(sealed)) throw new EnvelopeError('data 不是规范的 base64');
  let text: string;
  try {
    const bytes = Uint8Array.from(atob(sealed), (c) => c.charCodeAt(0));
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new EnvelopeError('data 不是 UTF-8 文本');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EnvelopeError('data 不是 JSON');
  }
  inspect(value, 0, { keys: 0 });
  return value;
};

const inspect = (value: unknown, depth: number, seen: { keys: number }): void => {
  if (depth > MAX_DEPTH) throw new EnvelopeError('嵌套过深');
  if (typeof value === 'string') inspectText(value);
  if (typeof value === 'number' && !isPlainNumber(value)) throw new EnvelopeError('数字超出范围');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.includes(key)) throw new EnvelopeError('字段名不允许');
    if (++seen.keys > MAX_KEYS) throw new EnvelopeError('字段过多');
    inspectText(key);
    inspect(inner, depth + 1, seen);
  }
};

/** A fraction or a safe integer; JSON's 1e999 would be infinite. */
const isPlainNumber = (n: number): boolean => Number.isFinite(n) && (!Number.isInteger(n) || Number.isSafeInteger(n));

const inspectText = (text: string): void => {
  if (text.includes('\u0000') || !text.isWellFormed()) throw new EnvelopeError('文本含有非法字符');
};
