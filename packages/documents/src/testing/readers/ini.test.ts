import { expect, test } from 'vitest';
import { readIni, readNodeList } from './ini.ts';
import type { IniDialect } from './ini-keys.ts';

const uuid = '0233d11c-15a4-47d3-ade3-48ffca0ce119';
const key = '8JCsPssfgS8tiRwiMlhARg==';
const head = '#!MANAGED-CONFIG https://sub.example.com/surge.conf interval=86400 strict=false';

/** A small profile by the manuals of Surge and Surfboard, with everything open to change. */
const profile = (
  changes: { head?: string; general?: string; proxy?: string; groups?: string; rules?: string } = {},
) => `${changes.head ?? head}

[General]
${changes.general ?? 'dns-server = system, 8.8.8.8\nskip-proxy = 192.168.0.0/16, localhost, *.local'}
; a comment
[Proxy]
${changes.proxy ?? 'Proxy-SS = ss, 1.2.3.4, 8000, encrypt-method=chacha20-ietf-poly1305, password=abcd1234'}

[Proxy Group]
${changes.groups ?? 'Group = select, Proxy-SS, DIRECT, REJECT'}

[Rule]
${changes.rules ?? 'DOMAIN-SUFFIX,example.com,Proxy-SS\nIP-CIDR,192.168.0.0/16,DIRECT,no-resolve\nFINAL,Group'}
`;

test('a profile of Surge is read with its lines, groups, rules and address', () => {
  const proxy = [
    'Proxy-SS = ss, 1.2.3.4, 8000, encrypt-method=aes-128-gcm, password="p@ss,w=rd", udp-relay=true',
    `HK 03 = vmess, 104.16.0.1, 443, username=${uuid}, vmess-aead=true, tls=true, sni=cdn.example.com, ws=true, ws-path=/ray, ws-headers=Host:cdn.example.com|X-Token:abc`,
    `SG = ss, 2001:db8::1, 8389, encrypt-method=2022-blake3-aes-128-gcm, password="${key}:${key}", udp-relay=true`,
    'JP = hysteria2, jp.example.com, 443, password=pwd, sni=hy.example.com, port-hopping="1234;5000-6000"',
  ].join('\n');
  const found = readIni(
    'surge',
    profile({ proxy, groups: 'Group = url-test, Proxy-SS, JP, interval=600, tolerance=50' }),
  );
  expect(found.managed).toEqual({ url: 'https://sub.example.com/surge.conf', interval: 86_400 });
  expect(found.lines.map((line) => [line.name, line.server, line.port, line.credential])).toEqual([
    ['Proxy-SS', '1.2.3.4', 8000, 'p@ss,w=rd'],
    ['HK 03', '104.16.0.1', 443, uuid],
    ['SG', '2001:db8::1', 8389, `${key}:${key}`],
    ['JP', 'jp.example.com', 443, 'pwd'],
  ]);
  expect(found.lines[1]).toMatchObject({
    network: 'ws',
    path: '/ray',
    host: 'cdn.example.com',
    sni: 'cdn.example.com',
  });
  expect(found.groups[0]?.members).toEqual(['Proxy-SS', 'JP']);
  expect(found.rules.map((rule) => [rule.type, rule.value, rule.policy])).toEqual([
    ['DOMAIN-SUFFIX', 'example.com', 'Proxy-SS'],
    ['IP-CIDR', '192.168.0.0/16', 'DIRECT'],
    ['FINAL', '', 'Group'],
  ]);
});

test('Surfboard takes the same, but ends a line at more marks', () => {
  expect(readIni('surfboard', profile()).lines).toHaveLength(1);
  const groups = 'Group = select, Proxy-SS # the only one\nOther = select, DIRECT ; none';
  expect(readIni('surfboard', profile({ groups })).groups.map((group) => group.members)).toEqual([
    ['Proxy-SS'],
    ['DIRECT'],
  ]);
});

test('nodes of Loon are positional, and REALITY is among them', () => {
  const found = readNodeList(
    'loon',
    [
      'ss1 = Shadowsocks,example.com,443,aes-128-gcm,"password",fast-open=false,udp=true',
      `vmess4 = vmess,example.com,10086,aes-128-gcm,"${uuid}",transport=ws,alterId=0,path=/,host=v.example.com,over-tls=true,sni=example.com,skip-cert-verify=true`,
      `VLESS7 = VLESS,192.168.2.11,2345,"${uuid}",transport=tcp,flow=xtls-rprx-vision,public-key="LgJ9bNTyUqBLFkDA12-QgEL7c1yQ1ztk-V1Q-3OLXSk",short-id=164168844958a16d,udp=true,over-tls=true,sni=www.example.com`,
      'hy = Hysteria2,example.com,9898,"password",skip-cert-verify=true,sni=example.com,udp=true',
    ].join('\n'),
  );
  expect(found.map((line) => [line.name, line.protocol, line.port, line.sni, line.insecure])).toEqual([
    ['ss1', 'shadowsocks', 443, undefined, undefined],
    ['vmess4', 'vmess', 10_086, 'example.com', true],
    ['VLESS7', 'vless', 2345, 'www.example.com', undefined],
    ['hy', 'hysteria2', 9898, 'example.com', true],
  ]);
});

const ss = 'encrypt-method=aes-128-gcm, password=x';
const bad: readonly (readonly [string, IniDialect, Parameters<typeof profile>[0], string])[] = [
  ['no managed line', 'surge', { head: '' }, 'line 1: no #!MANAGED-CONFIG'],
  ['an interval below a quarter of an hour', 'surfboard', { head: head.replace('86400', '60') }, 'interval'],
  ['a key of the other dialect', 'surfboard', { general: 'loglevel = notify' }, 'line 4: key loglevel'],
  ['a test address with TLS', 'surfboard', { general: 'proxy-test-url = https://a.example/' }, 'line 4'],
  ['a name server by name', 'surge', { general: 'dns-server = dns.example.com' }, 'line 4: value of dns-server'],
  ['a key twice', 'surge', { general: 'ipv6 = false\nipv6 = true' }, 'line 5: key ipv6 stands twice'],
  ['a section that nobody knows', 'surge', { general: '[Panel]' }, 'line 4: section'],
  ['VLESS', 'surge', { proxy: `A = vless, 1.2.3.4, 443, username=${uuid}` }, 'knows no vless'],
  ['VMess without the key for AEAD', 'surge', { proxy: `A = vmess, 1.2.3.4, 1, username=${uuid}` }, 'vmess-aead'],
  ['no UUID', 'surge', { proxy: 'A = vmess, 1.2.3.4, 1, username=x, vmess-aead=true' }, 'no UUID'],
  [
    'ChaCha 2022',
    'surfboard',
    { proxy: 'A = ss, 1.2.3.4, 1, encrypt-method=2022-blake3-chacha20-poly1305, password=x' },
    'cipher',
  ],
  ['a port too high', 'surge', { proxy: `A = ss, 1.2.3.4, 65536, ${ss}` }, 'no port'],
  [
    'a quote that never ends',
    'surge',
    { proxy: 'A = ss, 1.2.3.4, 1, encrypt-method=aes-128-gcm, password="x' },
    'quote',
  ],
  ['an unknown key', 'surge', { proxy: `A = ss, 1.2.3.4, 1, ${ss}, colour=red` }, 'line 8: key colour'],
  ['two lines of one name', 'surge', { proxy: `A = ss, 1.2.3.4, 1, ${ss}\nA = ss, 1.2.3.4, 2, ${ss}` }, 'twice'],
  ['a name of the client', 'surge', { proxy: `Direct = ss, 1.2.3.4, 1, ${ss}` }, 'belongs to the client'],
  ['a name that begins a comment', 'surge', { proxy: `[A = ss, 1.2.3.4, 1, ${ss}` }, 'no name'],
  ['a name in two rows', 'surge', { proxy: `A\nB = ss, 1.2.3.4, 1, ${ss}` }, 'no name = value'],
  ['a name with a carriage return', 'surge', { proxy: `A\rB = ss, 1.2.3.4, 1, ${ss}` }, 'control character'],
  ['a member that is not there', 'surge', { groups: 'Group = select, Nobody' }, 'no policy Nobody'],
  ['an empty group', 'surge', { groups: 'Group = select' }, 'empty'],
  ['a group of another type', 'surfboard', { groups: 'Group = relay, Proxy-SS' }, 'group type'],
  ['a group that leads to itself', 'surge', { groups: 'Group = select, B\nB = select, Group' }, 'leads to itself'],
  ['a policy that is not there', 'surge', { rules: 'DOMAIN,a.example,Nobody\nFINAL,Group' }, 'line 14: no policy'],
  ['no FINAL', 'surge', { rules: 'DOMAIN,a.example,DIRECT' }, 'FINAL'],
  ['a rule after FINAL', 'surge', { rules: 'FINAL,Group\nDOMAIN,a.example,DIRECT' }, 'FINAL'],
  ['a network that is none', 'surge', { rules: 'IP-CIDR,10.0.0.0/33,DIRECT\nFINAL,Group' }, 'value'],
  ['no-resolve at a name', 'surge', { rules: 'DOMAIN,a.example,DIRECT,no-resolve\nFINAL,Group' }, 'no-resolve'],
  ['a set of the app', 'surfboard', { rules: 'RULE-SET,LAN,DIRECT\nFINAL,Group' }, 'value LAN'],
  ['dns-failed', 'surfboard', { rules: 'FINAL,Group,dns-failed' }, 'option dns-failed'],
];

test.each(bad)('%s is refused (%s)', (_, dialect, changes, why) => {
  expect(() => readIni(dialect, profile(changes))).toThrow(why);
});
