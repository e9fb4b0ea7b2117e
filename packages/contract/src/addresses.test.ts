import { expect, test } from 'vitest';
import { HostAndPort, HostMaybePort, HostOrIp, readAddress } from './addresses.ts';
import { EntryForm } from './nodes-entries.ts';
import { LineForm } from './nodes-lines.ts';
import { NodeForm } from './nodes.ts';

const BAD = [
  'a:b:c',
  ':443',
  'cafe',
  'cdn.example.org:',
  'cdn.example.org:0',
  'cdn.example.org:99999',
  'cdn.example.org:+443',
  'cdn.example.org:0443',
  'cdn..example.org',
  '-a.example.org',
  'a-.example.org',
  '.example.org',
  'example.org.',
  '1.2.3',
  '1.2.3.999',
  '1.2.3.4.5',
  '0x7f.1',
  '2606:4700::1111:8443:1:2:3:4:5',
  '[2606:4700::1111',
  '[1.2.3.4]:443',
  '[cdn.example.org]:443',
  '[2606:4700::1111]443',
  'fe80::1%eth0',
  'a b.example.org',
  'https://example.org',
  'example.org/path',
  `${'a'.repeat(64)}.example.org`,
] as const;

test.each(BAD)('%s is no address', (text) => {
  for (const shape of [HostOrIp, HostMaybePort, HostAndPort]) expect(shape.safeParse(text).success).toBe(false);
});

test.each([
  ['cdn.example.org', 'cdn.example.org', null],
  ['cdn.example.org:8443', 'cdn.example.org', 8443],
  ['_sip.a_b.example.xn--p1ai', '_sip.a_b.example.xn--p1ai', null],
  ['localhost:1', 'localhost', 1],
  ['203.0.113.7', '203.0.113.7', null],
  ['203.0.113.7:65535', '203.0.113.7', 65_535],
  ['2606:4700::1111', '2606:4700::1111', null],
  ['[2606:4700::1111]', '2606:4700::1111', null],
  ['[2606:4700::1111]:8443', '2606:4700::1111', 8443],
] as const)('%s is read as host %s and port %s', (text, host, port) => {
  expect(readAddress(text)).toEqual({ host, port });
  expect(HostMaybePort.safeParse(text).success).toBe(true);
  expect(HostAndPort.safeParse(text).success).toBe(port !== null);
  expect(HostOrIp.safeParse(text).success).toBe(port === null && !text.startsWith('['));
});

/** The fields of a form that are refused. */
const refused = (shape: typeof LineForm | typeof NodeForm | typeof EntryForm, form: object): unknown[] =>
  shape.safeParse(form).error?.issues.map(({ path }) => path.join('.')) ?? [];

const id = '00000000-0000-7000-8000-000000000001';

test.each(['cdn.example.org:99999', 'a:b:c', ':443', 'cdn.example.org:0'])(
  'the forms of nodes, entries and lines refuse %s at its own field',
  (bad) => {
    const node = { name: 'n', country: { name: '', flag: '' }, type: 'v2ray', serverType: 'apine', port: 1 };
    expect(refused(NodeForm, { ...node, ip: bad, host: '' })).toEqual(['ip']);
    expect(refused(NodeForm, { ...node, ip: '203.0.113.1', host: bad })).toEqual(['host']);
    expect(refused(EntryForm, { name: 'e', ip: bad })).toEqual(['ip']);
    expect(refused(EntryForm, { name: 'e', ip: '203.0.113.1', ipList: ['203.0.113.2', bad] })).toEqual(['ipList.1']);
    const line = { name: 'l', agentID: id, protocol: 'vmesh_ws' };
    for (const field of ['ip', 'host', 'bridgeAddr', 'realityTarget'])
      expect(refused(LineForm, { ...line, [field]: bad })).toEqual([field]);
    const edge = { ...line, bridge: 'cf_cdn', bridgeAddr: '[2606:4700::1111]:8443' };
    expect(refused(LineForm, { ...edge, realityTarget: '[2606:4700::1111]:443' })).toEqual([]);
  },
);
