import { expect, test } from 'vitest';
import type { SourceLine, SourceNode, Viewer } from './model.ts';
import { addressSpread } from './address.ts';
import { mayUseLine, resolveLines } from './resolve.ts';
import { lineId, reserved, source, viewer } from './testing/samples.ts';

const entry = { ip: '198.51.100.1', ipList: ['198.51.100.2', '198.51.100.3'], visible: true };

const addressOf = (
  line: Partial<SourceLine>,
  node: Partial<SourceNode> = {},
  who: Partial<Viewer> = {},
): string | undefined => {
  const [first] = resolveLines([source(line, node, entry)], viewer(who), reserved);
  return first && `${first.server}:${first.port}`;
};

const may = (line: Partial<SourceLine>, who: Partial<Viewer> = {}, visible: boolean | null = null): boolean => {
  const s = source(line, {}, visible === null ? null : { ...entry, visible });
  return mayUseLine(s, viewer(who));
};

test('a line that requires a permission is for its holders and for those who pass every requirement', () => {
  expect(may({ permissionRequire: 'p' })).toBe(false);
  expect(may({ permissionRequire: 'p' }, { permissions: new Set(['q']) })).toBe(false);
  expect(may({ permissionRequire: 'p' }, { permissions: new Set(['p']) })).toBe(true);
  expect(may({ permissionRequire: 'p' }, { normalPermission: true })).toBe(true);
});

test('a line closed to agencies is for everybody but their customers', () => {
  expect(may({ disableForAgency: true }, { isAgencyUser: true, normalPermission: true })).toBe(false);
  expect(may({ disableForAgency: true })).toBe(true);
  expect(may({}, { isAgencyUser: true })).toBe(true);
});

test('a relayed line needs a visible entry; others do not ask for one', () => {
  expect(may({ bridge: 'report' }, {}, false)).toBe(false);
  expect(may({ bridge: 'report' }, {}, null)).toBe(false);
  expect(may({ bridge: 'report' }, {}, true)).toBe(true);
  expect(may({ bridge: 'none' }, {}, false)).toBe(true);
});

test('a node that is switched off takes its lines along', () => {
  expect(resolveLines([source({}, { enabled: false })], viewer(), reserved)).toEqual([]);
});

test('a direct line is dialled at the host, else the IP address, on the public port, else the port, else the relay port', () => {
  expect(addressOf({})).toBe('hk.example.com:10000');
  expect(addressOf({}, { host: '' })).toBe('203.0.113.10:10000');
  expect(addressOf({}, { publicPort: 443 })).toBe('hk.example.com:443');
  expect(addressOf({}, { port: null })).toBe('hk.example.com:20000');
});

test('what the line says about its address comes before what the node says', () => {
  expect(addressOf({ ip: '192.0.2.7' })).toBe('192.0.2.7:10000');
  expect(addressOf({ ip: '192.0.2.7', host: 'own.example.com' })).toBe('own.example.com:10000');
});

test('the offset of the line shifts the public port and the relay port alike', () => {
  expect(addressOf({ portOffset: 2 }, { publicPort: 443 })).toBe('hk.example.com:445');
  expect(addressOf({ portOffset: 2, bridge: 'report' })).toMatch(/^198\.51\.100\.[123]:20002$/);
});

test('the name that REALITY borrows is not dialled as long as the node has an address of its own', () => {
  const publicSecrets = { publicKey: 'x', shortId: 'ab', serverName: 'www.microsoft.com' };
  const line = { protocol: 'reality', publicSecrets } as const;
  expect(addressOf(line, { host: 'www.microsoft.com' })).toBe('203.0.113.10:10000');
  expect(addressOf(line, { host: 'us.example.com' })).toBe('us.example.com:10000');
  expect(addressOf({ ...line, host: 'www.microsoft.com' })).toBe('hk.example.com:10000');
});

test('copies of a relayed line take the addresses of the entry in turn', () => {
  const found = resolveLines([source({ bridge: 'report', copies: 4 }, {}, entry)], viewer(), reserved);
  expect(found.map((l) => l.server)).toEqual(['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.1']);
  expect(found.map((l) => l.name)).toEqual(['🇭🇰 香港 01', '🇭🇰 香港 02', '🇭🇰 香港 03', '🇭🇰 香港 04']);
  expect(new Set(found.map((l) => l.num)).size).toBe(1);
});

test('a single relayed line is spread over the addresses by the user, always the same one for the same user', () => {
  const of = (id: string) => addressOf({ bridge: 'report' }, {}, { id });
  const users = Array.from({ length: 60 }, (_, i) => `user-${i}`);
  expect(new Set(users.map(of)).size).toBe(3);
  expect(users.map(of)).toEqual(users.map(of));
});

test('users whose spread text is equal get equal lines, so that a prepared document can be shared', () => {
  const two = { ...entry, ipList: ['198.51.100.2'] };
  const sources = [
    source({ num: 1, bridge: 'report' }, {}, entry),
    source({ num: 2, bridge: 'report' }, {}, two),
    source({ num: 3, bridge: 'report', copies: 3 }, {}, entry),
    source({ num: 4 }),
  ];
  const spread = addressSpread(sources);
  const seen = new Map<string, unknown>();
  for (let i = 0; i < 100; i++) {
    const id = `user-${i}`;
    const found = resolveLines(sources, viewer({ id }), reserved);
    expect(seen.get(spread(id)) ?? found).toEqual(found);
    seen.set(spread(id), found);
  }
  expect(seen.size).toBe(6);
  expect(addressSpread([source()])('anybody')).toBe('');
});

test('a line behind a content network is dialled at the edge, with TLS and the name of the node', () => {
  const line = { protocol: 'vmesh_ws', bridge: 'cf_cdn', publicSecrets: { path: '/ray' } } as const;
  const [plain] = resolveLines([source({ ...line, bridgeAddr: '104.16.0.1', portOffset: 3 })], viewer(), reserved);
  expect(plain).toMatchObject({ server: '104.16.0.1', port: 443, tls: true, host: 'hk.example.com', path: '/ray' });
  expect(addressOf({ ...line, bridgeAddr: 'edge.example.net:2053' })).toBe('edge.example.net:2053');
  expect(addressOf({ ...line, bridgeAddr: '[2001:db8::1]:8443' })).toBe('2001:db8::1:8443');
  expect(addressOf({ ...line, bridgeAddr: '2001:db8::1' })).toBe('2001:db8::1:443');
  expect(addressOf({ ...line, host: 'cdn.example.com' })).toBe('cdn.example.com:443');
});

test('abroad the entry is skipped when the node can be dialled itself', () => {
  expect(addressOf({ bridge: 'report' }, {}, { inForeign: true })).toBe('hk.example.com:10000');
  expect(addressOf({ bridge: 'report' }, { port: null }, { inForeign: true })).toMatch(/^198\.51\.100\.[123]:20000$/);
});

test('where names are not resolved honestly lines are dialled by IP address', () => {
  expect(addressOf({}, {}, { inXinjiang: true })).toBe('203.0.113.10:10000');
});

test('a fixed name is shown as it is, others with flag, number and multiplier', () => {
  const names = (line: Partial<SourceLine>, who: Partial<Viewer> = {}) =>
    resolveLines([source(line)], viewer(who), reserved).map((l) => l.name);
  expect(names({ fixName: true, name: '专线' })).toEqual(['专线']);
  expect(names({})).toEqual(['🇭🇰 香港 01']);
  expect(names({ scalePpm: 1_500_000 })).toEqual(['🇭🇰 香港 01 ×1.5']);
  expect(names({ scalePpm: 0 })).toEqual(['🇭🇰 香港 01 ×0']);
  expect(names({ scalePpm: 2_000_000 }, { useEnglishNode: true })).toEqual(['🇭🇰 Hong Kong 01 ×2']);
  expect(names({ fixName: true, name: '专线' }, { useEnglishNode: true })).toEqual(['专线']);
});

test('lines come by index, and a new line never renames an old one', () => {
  const old = [source({ num: 1, index: 5 }), source({ num: 2, index: 3, fixName: true, name: '专线' })];
  const before = resolveLines(old, viewer(), reserved);
  expect(before.map((l) => l.name)).toEqual(['专线', '🇭🇰 香港 01']);
  const after = resolveLines(
    [...old, source({ num: 3, index: 0 }), source({ num: 4, index: 1, fixName: true, name: '专线' })],
    viewer(),
    reserved,
  );
  expect(after.map((l) => l.name)).toEqual(['🇭🇰 香港 02', '专线 2', '专线', '🇭🇰 香港 01']);
  expect(after.map((l) => l.id)).toEqual([3, 4, 2, 1].map(lineId));
});

test('a name that is taken by a group of the document gets a number', () => {
  expect(resolveLines([source({ fixName: true, name: '自动选择' })], viewer(), reserved)[0]?.name).toBe('自动选择 2');
});
