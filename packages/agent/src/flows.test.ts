import { expect, test } from 'vitest';
import { createFlows } from './flows.ts';

const line = (from: string, email: string): string =>
  `2026/11/21 15:05:35.211483 from ${from} accepted tcp:www.example.com:443 [l1-41031-05d009967d6f >> direct] email: ${email}`;

test('ends are known by user in every spelling of the engine, and nothing else of a line is kept', () => {
  const flows = createFlows();
  flows.note(line('192.0.2.1:1000', 'u1.l1'));
  flows.note(line('tcp:192.0.2.1:1001', 'u1.l1'));
  flows.note(line('udp:[2001:db8::1]:1002', 'u1.l1'));
  flows.note('2026/11/21 15:05:35 from 192.0.2.1:7 rejected  proxy/vmess: invalid user email: u1.l1');
  flows.note(line('192.0.2.1:1000', 'u2.l2'));
  expect(flows.of('u1.l1')).toEqual([
    { ip: '192.0.2.1', port: 1000 },
    { ip: '192.0.2.1', port: 1001 },
    { ip: '2001:db8::1', port: 1002 },
  ]);
  expect(flows.of('u2.l2')).toEqual([{ ip: '192.0.2.1', port: 1000 }]);
});

test('an end that is another user of the line now is no longer the first one', () => {
  const flows = createFlows();
  flows.note(line('192.0.2.1:1000', 'u1.l1'));
  flows.note(line('192.0.2.1:1000', 'u2.l1'));
  expect([flows.of('u1.l1'), flows.of('u2.l1').length]).toEqual([[], 1]);
  flows.forget('u2.l1');
  expect(flows.size()).toBe(0);
});

test('ends of a busy user are sifted, and are bounded even when they are not', () => {
  const flows = createFlows();
  for (let port = 1; port <= 9000; port++) flows.note(line(`192.0.2.1:${port}`, 'u1.l1'));
  expect([flows.crowded(), flows.size()]).toEqual([['u1.l1'], 8192]);
  flows.prune('u1.l1', ({ port }) => port > 8990);
  expect([flows.crowded(), flows.size()]).toEqual([[], 10]);
});
