import { expect, test } from 'vitest';
import fc from 'fast-check';
import { createCounterReader } from './xray-counters.ts';
import { message } from './xray-proto.ts';

const encode = (stat: readonly { name: string; value: number }[]): Uint8Array =>
  message('QueryStatsResponse').encode({ stat }).finish();

const nameOf = (user: number, line: number, way: string): string => `user>>>u${user}.l${line}>>>traffic>>>${way}`;

test('whatever the engine counts is read as the schema says, again and again', () => {
  const one = fc.record({
    user: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    line: fc.integer({ min: 1, max: 5 }),
    up: fc.boolean(),
    value: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.maxSafeNat()),
  });
  const read = createCounterReader();
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (all) => {
      const { counters } = read(
        encode(all.map((c) => ({ name: nameOf(c.user, c.line, c.up ? 'uplink' : 'downlink'), value: c.value }))),
      );
      expect(counters).toEqual(
        all.map(({ user, line, up, value }) => {
          const name = nameOf(user, line, up ? 'uplink' : 'downlink');
          return { name, value, user, line, direction: up ? 'up' : 'down' };
        }),
      );
    }),
  );
});

test('a placeholder is user 0, names that are not ours are left out', () => {
  const read = createCounterReader();
  const stat = [
    { name: 'user>>>none-ff00.l2>>>traffic>>>uplink', value: 5 },
    { name: 'user>>>none.l2>>>traffic>>>downlink', value: 6 },
    { name: 'user>>>somebody@example.com>>>traffic>>>uplink', value: 7 },
    { name: 'inbound>>>l1-2-3>>>traffic>>>uplink', value: 8 },
    { name: 'user>>>u1.l2.l3>>>traffic>>>uplink', value: 9 },
    { name: nameOf(1, 2, 'uplink'), value: 10 },
  ];
  const [first, second, third, ...none] = read(encode(stat)).counters;
  expect([first?.user, first?.line, second?.user, second?.direction, third?.value]).toEqual([0, 2, 0, 'down', 10]);
  expect(none).toEqual([]);
});

test('an unchanged counter is the same object, and new ones are distinguished', () => {
  const read = createCounterReader();
  const stat = [{ name: nameOf(1, 2, 'uplink'), value: 10 }];
  const [third] = read(encode(stat)).counters;
  const again = read(encode(stat));
  expect([again.counters[0] === third, again.changes?.changed]).toEqual([true, []]);
  const { counters, changes } = read(encode([{ name: nameOf(1, 2, 'uplink'), value: 11 }]));
  const [moved] = counters;
  expect([changes?.changed, changes?.sequence]).toEqual([[moved], (again.changes?.sequence ?? 0) + 1]);
  expect([moved?.value, third?.value]).toEqual([11, 10]);
});

test('an answer that breaks off or has another form is refused', () => {
  const whole = encode([{ name: nameOf(1, 1, 'uplink'), value: 2 ** 40 }]);
  expect(() => createCounterReader()(whole.subarray(0, whole.length - 2))).toThrow('breaks off');
  expect(() => createCounterReader()(new Uint8Array([0x12, 0]))).toThrow('no counters');
});
