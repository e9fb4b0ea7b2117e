import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RelayTool } from '@skyport/contract/relay';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { planRelay, type RelayedLine } from './relay-rules.ts';
import { relayFiles } from './relay-writers.ts';

const node = { name: '东京 1', ip: '198.51.100.7', host: 'n.example.com', port: 8443, publicPort: null, zzPort: 443 };
const line = (change: Partial<RelayedLine> = {}): RelayedLine => ({
  id: '0199aaaa-0000-7000-8000-000000000001',
  name: '日本',
  protocol: 'vmesh_tcp',
  ip: '',
  host: '',
  portOffset: 0,
  node,
  ...change,
});
const plan = (lines: readonly RelayedLine[], resolved: Record<string, string[]> = {}) =>
  planRelay(lines, new Map(Object.entries(resolved)));
const fileOf = (tool: RelayTool, lines: readonly RelayedLine[], resolved: Record<string, string[]> = {}) => {
  const { forwards } = plan(lines, resolved);
  const file = relayFiles({ entryName: '上海', forwards }).find((each) => each.tool === tool);
  if (!file) throw new Error(`no file for ${tool}`);
  return file;
};

/** All kinds of line at once. */
const everything = [
  line({ portOffset: 0 }),
  line({ portOffset: 1, protocol: 'ss', name: '带"引号" $(reboot) `x`\\ {#}' }),
  line({ portOffset: 2, protocol: 'h2', ip: '2001:db8::5' }),
  line({ portOffset: 3, protocol: 'compat', host: 'both.example.com' }),
  line({ portOffset: 4, protocol: 'reality', node: { ...node, ip: '', host: 'gone.example.com' } }),
];
const resolved = { 'both.example.com': ['203.0.113.9', '2001:db8::9'] };

test('a line is forwarded from the port that clients dial to the one the node is dialled on', () => {
  const { forwards } = plan([line({ portOffset: 2 }), line({ node: { ...node, publicPort: 1443 } })]);
  expect(forwards.map((f) => [f.listenPort, f.target, f.targetPort, f.addresses])).toEqual([
    [443, '198.51.100.7', 1443, ['198.51.100.7']],
    [445, '198.51.100.7', 8445, ['198.51.100.7']],
  ]);
});

test('a protocol is forwarded as what it is: QUIC, both, or TCP alone', () => {
  const { forwards } = plan(everything, resolved);
  expect(forwards.map(({ tcp, udp }) => [tcp, udp])).toEqual([
    [true, false],
    [true, true],
    [false, true],
    [true, true],
    [true, false],
  ]);
});

test("a line's own address comes before its node's, an address before a name", () => {
  const target = (change: Partial<RelayedLine>) => plan([line(change)]).forwards[0]?.target;
  expect(target({ ip: '192.0.2.1', host: 'x.example.com' })).toBe('192.0.2.1');
  expect(target({ host: 'x.example.com' })).toBe('x.example.com');
  expect(target({})).toBe('198.51.100.7');
  expect(target({ node: { ...node, ip: '' } })).toBe('n.example.com');
});

test('two lines that want one port are named, unless one is QUIC and the other TCP', () => {
  const other = { ...node, name: '大阪' };
  const clash = plan([line(), line({ name: '大阪', node: other })]);
  expect(clash.forwards).toHaveLength(1);
  expect(clash.problems).toEqual(['线路“大阪”和“日本”都使用端口 443：请修改其中一个节点的中转端口']);
  expect(plan([line(), line({ protocol: 'h2', node: other })])).toMatchObject({ forwards: [{}, {}], problems: [] });
  expect(plan([line({ node: { ...node, zzPort: null } })]).problems).toHaveLength(1);
});

/**
 * Runs nft in a network of its own: its rights are those of a network's owner, and the machine's rules stay out of it.
 */
const nft = (script: string, path: string): string =>
  execFileSync('unshare', ['-rn', 'sh', '-ec', script, 'nft', path], { stdio: 'pipe', encoding: 'utf8' });

test('nftables takes the rules, and taking them again changes nothing', () => {
  const { text, problems } = fileOf('nftables', everything, resolved);
  const folder = mkdtempSync(join(tmpdir(), 'skyport-relay-'));
  try {
    const path = join(folder, 'relay.nft');
    for (const content of [text, text + text, fileOf('nftables', []).text]) {
      writeFileSync(path, content);
      nft('nft -c -f "$1"', path);
    }
    writeFileSync(path, text);
    const once = nft('nft -f "$1"; nft list ruleset', path);
    expect(once.match(/dnat ip6? to/g)).toHaveLength(8);
    expect(nft('nft -f "$1"; nft -f "$1"; nft list ruleset', path)).toBe(once);
    writeFileSync(path, text.replace('dnat ip to', 'dnat to to'));
    expect(() => nft('nft -c -f "$1"', path)).toThrow('nft');
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(text).toContain('ipv6 fib daddr type local udp dport 445 dnat ip6 to [2001:db8::5]:8445');
  expect(text).toContain('ipv4 fib daddr type local tcp dport 446 dnat ip to 203.0.113.9:8446');
  expect(text).not.toContain('tcp dport 445');
  expect(text).not.toMatch(/udp dport (443|447)/);
  expect(text).not.toMatch(/["`$\\]|#}/);
  expect(problems).toEqual([
    '线路“日本”：目标只有 IPv6 地址，nftables 不能转发 IPv4 客户端',
    '线路“日本”：both.example.com 按当前解析结果 203.0.113.9、2001:db8::9 写入，变更后需重新生成',
    '线路“日本”：gone.example.com 无法解析，nftables 只能转发到 IP 地址',
  ]);
});

test('gost has one service a port and protocol', () => {
  const services = parse(fileOf('gost', everything, resolved).text).services as Record<string, unknown>[];
  expect(services.map(({ name }) => name)).toEqual([
    'skyport-443-tcp',
    'skyport-444-tcp',
    'skyport-444-udp',
    'skyport-445-udp',
    'skyport-446-tcp',
    'skyport-446-udp',
    'skyport-447-tcp',
  ]);
  expect(services[3]).toEqual({
    name: 'skyport-445-udp',
    addr: ':445',
    handler: { type: 'udp' },
    listener: { type: 'udp', metadata: { keepAlive: true, ttl: '60s' } },
    forwarder: { nodes: [{ name: 'target', addr: '[2001:db8::5]:8445' }] },
  });
  expect(parse(fileOf('gost', []).text)).toEqual({ services: [] });
});

test('realm has one endpoint a port that knows its protocols', () => {
  const { text } = fileOf('realm', everything, resolved);
  const endpoints = text.split('[[endpoints]]\n').slice(1);
  expect(endpoints).toHaveLength(5);
  expect(endpoints[2]).toMatch(
    /^listen = "\[::\]:445"\nremote = "\[2001:db8::5\]:8445"\nnetwork = \{ no_tcp = true, use_udp = true \}\n/,
  );
  expect(endpoints[3]).toContain('remote = "both.example.com:8446"\nnetwork = { no_tcp = false, use_udp = true }');
});

test('HAProxy forwards what is TCP and says what it cannot', () => {
  const { text, problems } = fileOf('haproxy', everything, resolved);
  expect(
    [...text.matchAll(/^listen (\S+) from skyport\n {2}bind :::(\d+) v4v6\n {2}server node (\S+)/gm)].map((m) =>
      m.slice(1),
    ),
  ).toEqual([
    ['skyport_443', '443', '198.51.100.7:8443'],
    ['skyport_444', '444', '198.51.100.7:8444'],
    ['skyport_446', '446', 'both.example.com:8446'],
    ['skyport_447', '447', 'gone.example.com:8447'],
  ]);
  expect(text.match(/resolvers skyport init-addr/g)).toHaveLength(2);
  expect(problems).toHaveLength(3);
  expect(problems[1]).toBe('线路“日本”：HAProxy 不能转发 UDP，未写入');
});

test('no name that somebody typed becomes a line of a file', () => {
  const hostile = line({ name: 'a\nlisten evil\u2028b"\n}', node: { ...node, name: '\r\n- name: x' } });
  for (const { text } of relayFiles({ entryName: 'x\n}; flush ruleset', forwards: plan([hostile]).forwards })) {
    const evil = text.split(/[\n\r\u2028]/).filter((each) => /evil|- name: x|flush/.test(each));
    expect(evil.every((each) => each.trimStart().startsWith('#'))).toBe(true);
  }
});
