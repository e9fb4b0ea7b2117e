import type { Counter, Reading } from './engine.ts';
import { parseEngineName } from './xray-names.ts';

const COUNTER = /^user>>>(.+)>>>traffic>>>(uplink|downlink)$/;
const PREFIX = Buffer.from('user>>>u');
const TAIL = '>>>traffic>>>';
const [UP_TAIL, DOWN_TAIL] = [`${TAIL}uplink`.length, `${TAIL}downlink`.length];
/** Tags of a message's first field when it is a text or a message, and of its second when it is a number. */
const [FIRST_TEXT, SECOND_NUMBER] = [0x0a, 0x10];
const [DOT, GREATER, LETTER_L, ZERO] = [0x2e, 0x3e, 0x6c, 0x30];

/** A user's two counters on a line as last read. */
type Pair = { up: Counter | undefined; down: Counter | undefined };

/** Values of a varint with more bits no longer fit into the small integers that V8 is fast with. */
const SMALL_INTEGER_BITS = 28;

/**
 * Reads the engine's `QueryStatsResponse` (app/stats/command/command.proto: repeated Stat stat = 1, with string name =
 * 1 and int64 value = 2). An answer holds a hundred thousand counters of which few have moved since the second before,
 * so names of the usual form become numbers without ever being strings, and a counter that stands still is the same
 * object as before. Counters of anything but users are left out.
 */
export const createCounterReader = (): ((answer: Uint8Array) => Omit<Reading, 'instance'>) => {
  const lines = new Map<number, Map<number, Pair>>();
  const others = new Map<string, Omit<Counter, 'name' | 'value'> | null>();
  const other = (name: string, value: number): Counter | undefined => {
    let parts = others.get(name);
    if (parts === undefined) others.set(name, (parts = partsOf(name)));
    return parts ? { name, value, ...parts } : undefined;
  };
  const reader = {};
  let sequence = 0;
  const parsed = (parser: StatsParser, changed: Counter[]): Counter => {
    const { line, user, direction, value } = parser;
    const users = lines.get(line) ?? new Map<number, Pair>();
    if (users.size === 0) lines.set(line, users);
    let pair = users.get(user);
    if (!pair) users.set(user, (pair = { up: undefined, down: undefined }));
    const before = pair[direction];
    if (before?.value === value) return before;
    const name = before?.name ?? `user>>>u${user}.l${line}${TAIL}${direction === 'up' ? 'uplink' : 'downlink'}`;
    const counter = { name, line, user, direction, value };
    pair[direction] = counter;
    changed.push(counter);
    return counter;
  };
  return (bytes) => {
    const parser = new StatsParser(bytes);
    const counters: Counter[] = [];
    const changed: Counter[] = [];
    sequence++;
    while (parser.next()) {
      if (parser.readName()) counters.push(parsed(parser, changed));
      else {
        const counter = other(parser.nameText(), parser.value);
        if (counter) counters.push(counter);
        if (counter) changed.push(counter);
      }
    }
    return { counters, changes: { reader, sequence, changed } };
  };
};

/** Parses an answer counter by counter. The newest one stands in the fields, so that nothing is allocated for each. */
class StatsParser {
  line = 0;
  user = 0;
  direction: 'up' | 'down' = 'up';
  value = 0;
  readonly #bytes: Uint8Array;
  #at = 0;
  #from = 0;
  #to = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Goes to the next counter and reads its value, which is left out of the message when it is zero. */
  next(): boolean {
    const bytes = this.#bytes;
    if (this.#at >= bytes.length) return false;
    if (bytes[this.#at++] !== FIRST_TEXT) throw new Error('The engine answers with something that are no counters.');
    const size = this.#varint();
    const end = this.#at + size;
    if (end > bytes.length) throw new Error('The answer of the engine breaks off.');
    this.value = 0;
    this.#to = this.#from = end;
    while (this.#at < end) this.#field(this.#varint(), this.#varint());
    return true;
  }

  /** Reads a name like `user>>>u1.l2>>>traffic>>>uplink`; false for one of any other form. */
  readName(): boolean {
    const bytes = this.#bytes;
    for (let index = 0; index < PREFIX.length; index++) {
      if (bytes[this.#from + index] !== PREFIX[index]) return false;
    }
    const end = this.#at;
    this.#at = this.#from + PREFIX.length;
    this.user = this.#digits();
    const isLine = bytes[this.#at++] === DOT && bytes[this.#at++] === LETTER_L;
    this.line = isLine ? this.#digits() : 0;
    const tail = this.#to - this.#at;
    const ends = bytes[this.#at] === GREATER && (tail === UP_TAIL || tail === DOWN_TAIL);
    this.direction = tail === UP_TAIL ? 'up' : 'down';
    this.#at = end;
    return ends && this.user > 0 && this.line > 0;
  }

  nameText(): string {
    return Buffer.from(this.#bytes.subarray(this.#from, this.#to)).toString('utf8');
  }

  #field(tag: number, number: number): void {
    if (tag === SECOND_NUMBER) this.value = number;
    else if (tag === FIRST_TEXT) {
      this.#from = this.#at;
      this.#to = this.#at += number;
    } else throw new Error('The counters of the engine have a form that is not known here.');
  }

  /**
   * Seven bits a byte, the lowest first; exact up to 2^53, which no count of bytes reaches in the life of a process.
   */
  #varint(): number {
    const bytes = this.#bytes;
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[this.#at++];
      if (byte === undefined) throw new Error('The answer of the engine breaks off.');
      const bits = byte & 0x7f;
      value = shift < SMALL_INTEGER_BITS ? value | (bits << shift) : value + bits * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  #digits(): number {
    const bytes = this.#bytes;
    let value = 0;
    for (;;) {
      const digit = (bytes[this.#at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return value;
      value = value * 10 + digit;
      this.#at++;
    }
  }
}

const partsOf = (name: string): Omit<Counter, 'name' | 'value'> | null => {
  const [, engineName = '', way] = COUNTER.exec(name) ?? [];
  const userOnLine = parseEngineName(engineName);
  return userOnLine ? { direction: way === 'uplink' ? 'up' : 'down', ...userOnLine } : null;
};
