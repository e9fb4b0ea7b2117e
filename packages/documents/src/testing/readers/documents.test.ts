import { expect, test } from 'vitest';
import { readClash } from './clash.ts';
import { differenceOf } from './expected.ts';
import type { FoundLine } from './found.ts';
import { readDocument } from './kinds.ts';
import { readSingbox } from './singbox.ts';
import { readXrayConfigs } from './xray-json.ts';
import { clientAppOf } from '../../user-agent.ts';
import { lineId } from '../samples.ts';

const uuid = 'b831381d-6324-4d53-ad4f-8cda48b30811';
const publicKey = 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0';

const reality = (shortId: string): string =>
  `{name: "US", type: vless, server: "203.0.113.40", port: 443, uuid: "${uuid}", network: "tcp", udp: true, tls: true, flow: "xtls-rprx-vision", servername: "www.microsoft.com", client-fingerprint: "chrome", reality-opts: {public-key: "${publicKey}", short-id: ${shortId}}}`;
const ss =
  '{name: "SG", type: ss, server: "203.0.113.20", port: 8388, cipher: "aes-256-gcm", password: "p@ss,w=rd", udp: true}';

const clash = (changes: { proxies?: string[]; group?: string; rules?: string } = {}): string => `
proxies: [${(changes.proxies ?? [ss]).join(', ')}]
proxy-groups:
  - ${changes.group ?? '{name: "节点选择", type: select, proxies: ["SG", "DIRECT"]}'}
rules: [${changes.rules ?? '"DOMAIN-SUFFIX,qq.com,DIRECT", "MATCH,节点选择"'}]
`;

test('a Clash document by the documentation of mihomo is read', () => {
  const { lines, groups } = readClash('mihomo', clash({ proxies: [ss, reality('"38e92059"')] }));
  expect(lines.map((line) => [line.name, line.credential, line.shortId])).toEqual([
    ['SG', 'p@ss,w=rd', undefined],
    ['US', uuid, '38e92059'],
  ]);
  expect(groups[0]?.members).toEqual(['SG', 'DIRECT']);
});

test.each([
  ['a short id without quotes, which is a number', { proxies: [ss, reality('38e92059')] }, 'no text|another document'],
  ['a name that only readers of 1.1 take for a boolean', { proxies: [ss.replace('"SG"', 'no')] }, 'another document'],
  [
    'headers without value',
    {
      proxies: [
        `{name: "SG", type: vmess, server: a.example, port: 1, uuid: "${uuid}", alterId: 0, cipher: auto, network: ws, ws-opts: {path: "/", headers: null}}`,
      ],
    },
    'headers is null',
  ],
  ['a key of another client', { proxies: [ss.replace('udp', 'colour')] }, 'colour'],
  ['two lines of one name', { proxies: [ss, ss] }, 'twice'],
  ['a member that is not there', { group: '{name: "节点选择", type: select, proxies: ["HK"]}' }, 'no policy HK'],
  ['an empty group', { group: '{name: "节点选择", type: select, proxies: []}' }, 'empty'],
  ['a policy that is not there', { rules: '"DOMAIN,a.example,HK", "MATCH,DIRECT"' }, 'no policy HK'],
  ['geodata', { rules: '"GEOIP,CN,DIRECT", "MATCH,DIRECT"' }, 'download'],
  ['no MATCH', { rules: '"DOMAIN,a.example,DIRECT"' }, 'MATCH'],
] as const)('a Clash document with %s is refused', (_, changes, why) => {
  expect(() => readClash('mihomo', clash(changes as Parameters<typeof clash>[0]))).toThrow(new RegExp(why));
});

test('the old Clash is not given what it cannot parse', () => {
  expect(() => readClash('legacy', clash({ proxies: [ss, reality('"40"')] }))).toThrow('knows no vless');
});

const singbox = (outbound: object, route: object = { final: 'g' }): string =>
  JSON.stringify({
    outbounds: [
      { type: 'selector', tag: 'g', outbounds: ['a'] },
      { type: 'direct', tag: 'direct' },
      { tag: 'a', server: '203.0.113.10', server_port: 443, ...outbound },
    ],
    route,
  });
const vmess = { type: 'vmess', uuid, alter_id: 0 };

test('a sing-box document is read, and what it names must be there', () => {
  expect(readSingbox(singbox(vmess)).lines).toEqual([
    { protocol: 'vmess', name: 'a', server: '203.0.113.10', port: 443, credential: uuid, network: 'tcp', tls: false },
  ]);
  expect(() => readSingbox(singbox(vmess, { final: 'x' }))).toThrow('no outbound x');
  expect(() => readSingbox(singbox({ ...vmess, tag: 'g' }))).toThrow('twice');
  const bare = {
    type: 'vless',
    uuid,
    tls: { enabled: true, reality: { enabled: true, public_key: publicKey, short_id: '' } },
  };
  expect(() => readSingbox(singbox(bare))).toThrow('without utls');
});

test('configurations of Xray are read from the first outbound of each', () => {
  const config = (listen: string): string =>
    JSON.stringify([
      {
        remarks: 'SG',
        inbounds: [{ listen, port: 10_808 }],
        outbounds: [
          {
            tag: 'proxy',
            protocol: 'shadowsocks',
            settings: { servers: [{ address: '203.0.113.20', port: 8388, method: 'aes-256-gcm', password: 'x' }] },
          },
        ],
      },
    ]);
  expect(readXrayConfigs(config('127.0.0.1')).map((line) => [line.name, line.credential])).toEqual([['SG', 'x']]);
  expect(() => readXrayConfigs(config('0.0.0.0'))).toThrow('beyond loopback');
});

test('a kind that nobody can read is a fault and not a pass', () => {
  expect(() => readDocument('fax', '', clientAppOf(''))).toThrow('a kind without a reader');
});

test('every difference between a line and what was found is noticed', () => {
  const pin = 'ab'.repeat(32);
  const line = {
    id: lineId(1),
    num: 1,
    name: 'x',
    countryCode: '',
    server: 'a.example',
    port: 443,
    protocol: 'h2',
    serverName: 'b.example',
    pin,
    certificate: null,
  } as const;
  const found: FoundLine = {
    protocol: 'hysteria2',
    name: 'x',
    server: 'a.example',
    port: 443,
    credential: 'c',
    tls: true,
    sni: 'b.example',
    pin,
  };
  expect(differenceOf(found, line, 'c')).toBeNull();
  expect(differenceOf({ ...found, pin: undefined, insecure: true }, line, 'c')).toBeNull();
  const wrong: Partial<FoundLine>[] = [
    { name: 'y' },
    { port: 1 },
    { sni: undefined },
    { pin: undefined },
    { credential: 'd' },
    { flow: 'z' },
  ];
  for (const change of wrong) expect(differenceOf({ ...found, ...change }, line, 'c')).not.toBeNull();
  const trusting = { ...line, pin: null };
  expect(differenceOf({ ...found, pin: undefined, insecure: true }, trusting, 'c')).toMatch('certificate');
});
