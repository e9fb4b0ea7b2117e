import { defaultSettings } from '@skyport/contract/settings-table';
import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalAddress, readAddresses } from './addresses.ts';
import { AMOUNTS_A_PRICE, chooseAmount, milliOf, unitsOf, usdtOf } from './amounts.ts';
import { isInBand, LATE_MS, tradeOf } from './missing-rules.ts';
import { networkNames, networks } from './networks.ts';
import { planOf } from './plan.ts';
import { GRACE_MS, isFree, isOverLimit, SKEW_MS, takes } from './slot-rules.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** Of the examples in EIP-55. */
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const at = (ms: number): Date => new Date(1_800_000_000_000 + ms);

test('contracts and addresses are checked letter by letter', () => {
  for (const { name, contract } of Object.values(networks)) expect(canonicalAddress(name, contract)).toBe(contract);
  expect(tronHex(TRON)).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c');
  expect(tronAddress(tronHex(TRON)!)).toBe(TRON);
  expect(tronHex(TRON.replace('H', 'J'))).toBeUndefined();
  expect(evmAddress(EVM.toLowerCase())).toBe(EVM);
  expect(evmAddress(EVM.replace('aA', 'AA'))).toBeUndefined();
  expect(evmAddress(EVM.slice(0, -1))).toBeUndefined();
  for (const text of ['', 'T', '0x', `${TRON}1`, ` ${EVM}`, EVM.slice(2)])
    for (const network of networkNames) expect(canonicalAddress(network, text)).toBeUndefined();
});

test('every 20 bytes are one TRON address, and a wrong letter is none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat({ max: 32 }), (bytes, place) => {
      const hex = Buffer.from(bytes).toString('hex');
      const address = tronAddress(hex);
      const letter = address[place + 1] === 'z' ? 'y' : 'z';
      expect(tronHex(address)).toBe(hex);
      expect(tronHex(address.slice(0, place + 1) + letter + address.slice(place + 2))).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

test('the setting holds one address a network, and one of EVM stands for all that have none of their own', () => {
  const read = (text: string): unknown => {
    const found = readAddresses(text);
    return 'why' in found ? found.why : Object.fromEntries(found);
  };
  const other = networks.erc20.contract;
  expect(read('')).toEqual({});
  expect(read(`${TRON}, ${EVM.toLowerCase()}`)).toEqual({ trc20: TRON, erc20: EVM, bep20: EVM, polygon: EVM });
  expect(read(`${EVM};erc20:${other}`)).toEqual({ erc20: other, bep20: EVM, polygon: EVM });
  expect(read(`bep20=${EVM}`)).toEqual({ bep20: EVM });
  for (const text of [`erc20:${TRON}`, `solana:${EVM}`, 'x', `${EVM}1`]) expect(read(text)).toBe('not an address');
  for (const text of [`${TRON} ${TRON}`, `erc20:${EVM} erc20:${other}`]) expect(read(text)).toBe('twice');
});

test('a price is rounded up to the thousandth, and never asks less than it is worth', () => {
  expect(usdtOf(99_000, 7.2345)).toBe(13_685);
  expect(usdtOf(72_000, 7.2)).toBe(10_000);
  expect(() => usdtOf(1000, 0)).toThrow(RangeError);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: 100, max: 10 ** 7 }), (yuan, rate) => {
      const milli = BigInt(usdtOf(yuan, rate / 10_000));
      const worth = BigInt(yuan) * 10_000n;
      expect(milli * BigInt(rate) >= worth && (milli - 1n) * BigInt(rate) < worth).toBe(true);
    }),
  );
});

test('base units are exact with 6 and with 18 decimals', () => {
  fc.assert(
    fc.property(fc.constantFrom(...networkNames), fc.nat(), fc.bigInt(1n, 999n), (network, milli, more) => {
      const units = unitsOf(network, milli);
      expect(milliOf(network, units)).toEqual({ milli, exact: true });
      expect(milliOf(network, units + more)).toEqual({ milli, exact: false });
    }),
  );
  expect(unitsOf('bep20', 13_685)).toBe(13_685_000_000_000_000_000n);
  expect(() => milliOf('trc20', 2n ** 256n - 1n)).toThrow(RangeError);
});

test('a hundred payments of one price have a hundred amounts; then the one that is free for longest is next', () => {
  let drawn = 0;
  const below = (n: number): number => (drawn += 37) % n;
  const given: number[] = [];
  for (let milli: number | undefined; ; given.push(milli)) {
    milli = chooseAmount(
      10_000,
      given.map((each) => ({ milli: each, freeSince: undefined })),
      below,
    );
    if (milli === undefined) break;
  }
  expect(new Set(given).size).toBe(AMOUNTS_A_PRICE);
  expect(given[0]).toBe(10_000);
  expect(given.slice(1, 5)).not.toEqual([10_001, 10_002, 10_003, 10_004]);
  expect(given.toSorted((a, b) => a - b).at(-1)).toBe(10_099);
  const uses = given.map((milli, i) => ({ milli, freeSince: i < 90 ? undefined : at(i === 95 ? 1 : 1000 - i) }));
  expect(chooseAmount(10_000, uses, below)).toBe(given[95]);
});

test('a slot takes what comes from 2 minutes before it to the end of its grace, and is free 2 minutes after', () => {
  const open = { created_at: at(0), grace_ends_at: null };
  const ended = { created_at: at(0), grace_ends_at: at(GRACE_MS) };
  expect([-SKEW_MS - 1, -SKEW_MS, 0, 100 * GRACE_MS].map((ms) => takes(open, at(ms)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect([GRACE_MS - 1, GRACE_MS].map((ms) => takes(ended, at(ms)))).toEqual([true, false]);
  expect([GRACE_MS, GRACE_MS + SKEW_MS - 1, GRACE_MS + SKEW_MS].map((ms) => isFree(ended, at(ms)))).toEqual([
    false,
    false,
    true,
  ]);
  expect(isFree(open, at(100 * GRACE_MS))).toBe(false);
});

test('of two slots that had one amount after each other, exactly one takes a transfer', () => {
  fc.assert(
    fc.property(fc.nat({ max: GRACE_MS }), fc.nat({ max: GRACE_MS }), fc.integer(), (end, rest, when) => {
      const first = { created_at: at(0), grace_ends_at: at(end) };
      const next = { created_at: at(end + SKEW_MS + rest), grace_ends_at: null };
      expect(isFree(first, next.created_at)).toBe(true);
      expect(takes(first, at(when)) && takes(next, at(when))).toBe(false);
    }),
  );
});

test('an account has 3 slots and a network 10; an order asked again does not count twice', () => {
  const slot = (n: number, user_id: string, expires = 1000) => ({
    user_id,
    order_id: `order ${n}`,
    prefix: '203.0.113.7',
    expires_at: at(expires),
  });
  const want = { user_id: 'a', order_id: 'order 0', prefix: '203.0.113.7' };
  const three = [slot(0, 'a'), slot(1, 'a'), slot(2, 'a')];
  expect(isOverLimit(three.slice(1), want, at(0))).toBe(false);
  expect(isOverLimit(three, want, at(0))).toBe(true);
  expect(isOverLimit(three, want, at(1000))).toBe(false);
  const ten = Array.from({ length: 10 }, (_, i) => slot(i + 1, `user ${i}`));
  expect(isOverLimit(ten, want, at(0))).toBe(true);
  expect(isOverLimit(ten, { ...want, prefix: '203.0.113.8' }, at(0))).toBe(false);
});

test('a key behind an endpoint that is no encoding of anything is taken as it was typed', () => {
  const plan = planOf({
    ...defaultSettings,
    usdt_trc20_nodes: 'https://node.example#50%off https://two.example#a%20b',
  });
  expect(plan.endpoints.trc20.map(({ key }) => key)).toEqual(['50%off', 'a b']);
});

test('money is in the band of what was asked by 5 % or 2 USDT, whichever is more', () => {
  expect([8000, 12_000, 7999, 12_001].map((milli) => isInBand(milli, 10_000))).toEqual([true, true, false, false]);
  expect([95_000, 105_000, 94_999, 105_001].map((milli) => isInBand(milli, 100_000))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a stray transfer is given to nobody whose slot was made after it, is over, or is not the only one in the band', () => {
  const slot = (user_id: string, more: object = {}) => ({
    user_id,
    order_id: `order of ${user_id}`,
    trade_id: `trade of ${user_id}`,
    milli: 100_000,
    created_at: at(0),
    grace_ends_at: null,
    ...more,
  });
  const given = (...slots: ReturnType<typeof slot>[]): string | undefined =>
    tradeOf({ milli: 104_000, at: at(1000) }, slots, { userId: 'me', orderId: 'order of me' });
  expect(given(slot('me'))).toBe('trade of me');
  expect(given(slot('me', { trade_id: 'older' }), slot('me', { trade_id: 'newer', created_at: at(1) }))).toBe('newer');
  for (const wrong of [
    { created_at: at(1000) },
    { grace_ends_at: at(1000) },
    { milli: 98_000 },
    { order_id: 'another order' },
  ])
    expect(given(slot('me', wrong))).toBeUndefined();
  expect(given()).toBeUndefined();
  // Of another account: open, in grace, made later, in the band of the slot alone, or in that of the transfer alone.
  // Also a slot that ended at most 30 days before: its payer may have sent the money late.
  for (const more of [
    {},
    { grace_ends_at: at(1001) },
    { grace_ends_at: at(1000) },
    { grace_ends_at: at(1000 - LATE_MS) },
    { created_at: at(2000) },
    { milli: 96_000 },
    { milli: 109_000 },
  ])
    expect(given(slot('me'), slot('other', more))).toBeUndefined();
  for (const more of [{ grace_ends_at: at(999 - LATE_MS) }, { milli: 50_000 }, { milli: 120_000 }])
    expect(given(slot('me'), slot('other', more))).toBe('trade of me');
});
