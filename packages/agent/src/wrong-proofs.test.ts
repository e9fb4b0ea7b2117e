import { expect, test } from 'vitest';
import { createWrongProofs, MOST_WRONG } from './wrong-proofs.ts';

/** A count of wrong proofs with a clock that a test turns. */
const scene = () => {
  let ms = 1_000_000;
  const wrong = createWrongProofs({ now: () => ms });
  const send = (address: string, times = 1): void => {
    for (let sent = 0; sent < times; sent++) wrong.note(address);
  };
  return { wrong, send, pass: (by: number) => (ms += by) };
};

test('a client waits from its fifth wrong proof until the minute that began with its first is over', () => {
  const { wrong, send, pass } = scene();
  expect(wrong.note('192.0.2.1')).toBe(true);
  pass(30_000);
  send('192.0.2.1', MOST_WRONG - 2);
  expect([wrong.note('192.0.2.1'), wrong.isBlocked('::ffff:192.0.2.1'), wrong.isBlocked('192.0.2.2')]).toEqual([
    false,
    true,
    false,
  ]);
  pass(29_999);
  expect(wrong.isBlocked('192.0.2.1')).toBe(true);
  pass(1);
  expect([wrong.isBlocked('192.0.2.1'), wrong.note('192.0.2.1'), wrong.isBlocked('192.0.2.1')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('a /48 has eight times as many as one of its clients, whichever of them sends', () => {
  const { wrong, send } = scene();
  for (let net = 0; net < MOST_WRONG * 8 - 1; net++) send(`2001:db8:5:${net.toString(16)}::1`);
  expect(wrong.isBlocked('2001:db8:5:ffff::1')).toBe(false);
  send('2001:db8:5:fffe::1');
  expect([wrong.isBlocked('2001:db8:5:ffff::1'), wrong.isBlocked('2001:db8:6::1')]).toEqual([true, false]);
});

test('however many clients send, no more than a bound are remembered, the newest', () => {
  const { wrong, send } = scene();
  send('192.0.2.1', MOST_WRONG);
  for (let at = 0; at < 4095; at++) send(`10.0.${at >> 8}.${at & 255}`);
  expect(wrong.isBlocked('192.0.2.1')).toBe(true);
  send('10.1.0.0');
  expect(wrong.isBlocked('192.0.2.1')).toBe(false);
});
