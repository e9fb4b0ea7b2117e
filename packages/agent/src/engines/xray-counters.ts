import type { Counter } from './engine.ts';
import { parseEmail } from './xray-config.ts';

const COUNTER = /^user>>>(.+)>>>traffic>>>(uplink|downlink)$/;
const PREFIX = Buffer.from('user>>>u');
const TAIL = '>>>traffic>>>';
const [UP_TAIL, DOWN_TAIL] = [`${TAIL}uplink`.length, `${TAIL}downlink`.length];
const [DOT, GREATER, LETTER_L, ZERO, NINE] = [0x2e, 0x3e, 0x6c, 0x30, 0x39];

/** A user's two counters on a line as last read. */
type Pair = { up: Counter | undefined; down: Counter | undefined };

/** Where reading stands. */
type Cursor = { readonly bytes: Uint8Array; at: number };

/**
 * Reads the engine's `QueryStatsResponse` (app/stats/command/command.proto: repeated Stat stat = 1, with string name = 1
 * and int64 value = 2). An answer holds a hundred thousand counters of which few have moved since the second before, so
 * names of the usual form become numbers without ever being strings, and a counter that stands still is the same object
 * as before. Counters that are nobody's business are left out.
 */
export const createCounterReader = (): ((answer: Uint8Array) => Counter[]) => {
  const lines = new Map<number, Map<number, Pair>>();
  const others = new Map<string, Omit<Counter, 'name' | 'value'> | null>();
  const pairOf = (line: number, user: number): Pair => {
    let users = lines.get(line);
    if (!users) lines.set(line, (users = new Map()));
    let pair = users.get(user);
    if (!pair) users.set(user, (pair = { up: undefined, down: undefined }));
    return pair;
  };
  return (bytes) => {
    const cursor = { bytes, at: 0 };
    const counters: Counter[] = [];
    while (cursor.at < bytes.length) {
      if (readVarint(cursor) !== 0x0a) throw new Error('The engine answers with something that are no counters.');
      const size = readVarint(cursor);
      const stat = readStat(cursor, cursor.at + size);
      const usual = usualName(bytes, stat.from, stat.to);
      if (usual) {
        const pair = pairOf(usual.line, usual.user);
        const held = pair[usual.direction];
        const same = held?.value === stat.value;
        counters.push(same ? held : (pair[usual.direction] = counterOf(usual, stat.value, held)));
      } else {
        const name = Buffer.from(bytes.buffer, bytes.byteOffset + stat.from, stat.to - stat.from).toString('utf8');
        let owner = others.get(name);
        if (owner === undefined) others.set(name, (owner = ownerOf(name)));
        if (owner) counters.push({ name, value: stat.value, ...owner });
      }
    }
    return counters;
  };
};

const counterOf = (usual: Usual, value: number, held: Counter | undefined): Counter => {
  const { line, user, direction } = usual;
  const name = held?.name ?? `user>>>u${user}.l${line}${TAIL}${direction === 'up' ? 'uplink' : 'downlink'}`;
  return { name, line, user, direction, value };
};

/** Seven bits a byte, the lowest first; exact up to 2^53, which no counter of bytes reaches in the life of a process. */
const readVarint = (cursor: Cursor): number => {
  let [value, scale] = [0, 1];
  for (;;) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) throw new Error('The engine’s answer breaks off.');
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 128;
  }
};

/** One counter: where its name stands, and its value, which is left out of the message when it is zero. */
const readStat = (cursor: Cursor, end: number): { from: number; to: number; value: number } => {
  let [from, to, value] = [0, 0, 0];
  while (cursor.at < end) {
    const tag = readVarint(cursor);
    const number = readVarint(cursor);
    if (tag === 0x0a) {
      from = cursor.at;
      to = cursor.at += number;
    } else if (tag === 0x10) value = number;
    else throw new Error('The engine’s counters have a form that is not known here.');
  }
  return { from, to, value };
};

type Usual = Pick<Counter, 'line' | 'user' | 'direction'>;

/** Reads `user>>>u1.l2>>>traffic>>>uplink`; undefined for a name of any other form. */
const usualName = (bytes: Uint8Array, from: number, to: number): Usual | undefined => {
  for (let at = 0; at < PREFIX.length; at++) if (bytes[from + at] !== PREFIX[at]) return undefined;
  const cursor = { bytes, at: from + PREFIX.length };
  const user = readDigits(cursor);
  if (user === 0 || bytes[cursor.at] !== DOT || bytes[cursor.at + 1] !== LETTER_L) return undefined;
  cursor.at += 2;
  const line = readDigits(cursor);
  const tail = to - cursor.at;
  if (line === 0 || bytes[cursor.at] !== GREATER || (tail !== UP_TAIL && tail !== DOWN_TAIL)) return undefined;
  return { line, user, direction: tail === UP_TAIL ? 'up' : 'down' };
};

const readDigits = (cursor: Cursor): number => {
  let value = 0;
  for (;;) {
    const byte = cursor.bytes[cursor.at] ?? 0;
    if (byte < ZERO || byte > NINE) return value;
    value = value * 10 + (byte - ZERO);
    cursor.at++;
  }
};

const ownerOf = (name: string): Omit<Counter, 'name' | 'value'> | null => {
  const [, email = '', way] = COUNTER.exec(name) ?? [];
  const owner = parseEmail(email);
  return owner ? { direction: way === 'uplink' ? 'up' : 'down', ...owner } : null;
};
