import type { FleetUser } from './fleet-user.ts';

/** Users of one page: numbers of accounts follow each other, so pages are full. */
const PAGE = 4096;
/** Length of the keys that the product makes; other keys are kept apart. */
const KEY = 32;
const FLAGS = ['entitled', 'isAgencyUser', 'normalPermission', 'regains'] as const;
const PRESENT = 1 << FLAGS.length;
const NONE: ReadonlyMap<string, number> = new Map();

/** Columns of a page; `notAfter` is NaN for null. Permissions and keys of another form are rare. */
interface Page {
  count: number;
  readonly flags: Uint8Array;
  readonly keys: Buffer;
  readonly numbers: Record<(typeof NUMBERS)[number], Float64Array>;
  readonly permissions: Map<number, ReadonlyMap<string, number>>;
  readonly oddKeys: Map<number, string>;
}

const NUMBERS = ['notAfter', 'bytesLeft', 'factor', 'nextChange'] as const;

const newPage = (): Page => ({
  count: 0,
  flags: new Uint8Array(PAGE),
  keys: Buffer.alloc(PAGE * KEY),
  numbers: {
    notAfter: new Float64Array(PAGE),
    bytesLeft: new Float64Array(PAGE),
    factor: new Float64Array(PAGE),
    nextChange: new Float64Array(PAGE),
  },
  permissions: new Map(),
  oddKeys: new Map(),
});

/**
 * All usable accounts by number, about 70 bytes each: an object each would take four times as much. Users are made when
 * they are asked for.
 */
export class UserTable {
  readonly #pages = new Map<number, Page>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(num: number): FleetUser | undefined {
    const page = this.#pages.get(Math.floor(num / PAGE));
    return page && userAt(page, num);
  }

  set(num: number, user: FleetUser): void {
    const of = Math.floor(num / PAGE);
    const page = this.#pages.get(of) ?? newPage();
    this.#pages.set(of, page);
    const at = num % PAGE;
    if (page.flags[at] === 0) {
      page.count += 1;
      this.#size += 1;
    }
    write(page, at, user);
  }

  delete(num: number): void {
    const of = Math.floor(num / PAGE);
    const page = this.#pages.get(of);
    const at = num % PAGE;
    if (!page || page.flags[at] === 0) return;
    page.flags[at] = 0;
    page.permissions.delete(at);
    page.oddKeys.delete(at);
    page.count -= 1;
    this.#size -= 1;
    if (page.count === 0) this.#pages.delete(of);
  }

  /** Numbers, page by page; users who come or go meanwhile may be missing or not. */
  *keys(): Generator<number> {
    for (const [of, page] of this.#pages)
      for (let at = 0; at < PAGE; at += 1) if (page.flags[at] !== 0) yield of * PAGE + at;
  }

  *values(): Generator<FleetUser> {
    for (const num of this.keys()) {
      const user = this.get(num);
      if (user) yield user;
    }
  }

  /** Users to look at again now, on a new day also those waiting for a quota, and when the next user is due. */
  due(now: number, newDay: boolean): { readonly nums: number[]; readonly soonest: number } {
    const nums: number[] = [];
    let soonest = Infinity;
    for (const [of, { flags, numbers }] of this.#pages) {
      const { nextChange } = numbers;
      for (let at = 0; at < PAGE; at += 1) {
        const flag = flags[at] ?? 0;
        if (flag === 0) continue;
        const change = nextChange[at] ?? Infinity;
        if (change <= now || (newDay && (flag & REGAINS) !== 0)) nums.push(of * PAGE + at);
        else if (change < soonest) soonest = change;
      }
    }
    return { nums, soonest };
  }
}

const REGAINS = 1 << FLAGS.indexOf('regains');

const write = (page: Page, at: number, user: FleetUser): void => {
  page.flags[at] = FLAGS.reduce((flags, name, bit) => flags | (user[name] ? 1 << bit : 0), PRESENT);
  for (const name of NUMBERS) page.numbers[name][at] = user[name] ?? NaN;
  if (user.permissions.size > 0) page.permissions.set(at, user.permissions);
  else page.permissions.delete(at);
  const isOdd = user.userkey.length !== KEY || /[^\x20-\x7e]/.test(user.userkey);
  if (isOdd) page.oddKeys.set(at, user.userkey);
  else {
    page.oddKeys.delete(at);
    page.keys.write(user.userkey, at * KEY, KEY, 'latin1');
  }
};

const userAt = ({ flags, keys, numbers, permissions, oddKeys }: Page, num: number): FleetUser | undefined => {
  const at = num % PAGE;
  const flag = flags[at] ?? 0;
  if (flag === 0) return undefined;
  const is = (bit: number): boolean => (flag & (1 << bit)) !== 0;
  const notAfter = numbers.notAfter[at] ?? NaN;
  return {
    num,
    userkey: oddKeys.get(at) ?? keys.toString('latin1', at * KEY, (at + 1) * KEY),
    entitled: is(0),
    isAgencyUser: is(1),
    normalPermission: is(2),
    regains: is(3),
    permissions: permissions.get(at) ?? NONE,
    notAfter: Number.isNaN(notAfter) ? null : notAfter,
    bytesLeft: numbers.bytesLeft[at] ?? 0,
    factor: numbers.factor[at] ?? 0,
    nextChange: numbers.nextChange[at] ?? Infinity,
  };
};
