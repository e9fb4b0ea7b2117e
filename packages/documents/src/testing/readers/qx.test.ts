import { expect, test } from 'vitest';
import { readQxFilter, readQxServers } from './qx.ts';

const uuid = '23ad6b10-8d1a-40f7-8ad0-e3e35cd32291';
const publicKey = 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0';

test('server lines of the public sample are read, and REALITY as later builds have it', () => {
  const found = readQxServers(
    [
      '# comment',
      `vmess=192.168.1.1:443, method=chacha20-poly1305, password=${uuid}, obfs=wss, obfs-host=example.com, obfs-uri=/ws, aead=true, fast-open=false, udp-relay=false, tag=vmess-ws-tls-02`,
      `vmess=example.com:80, method=none, password=${uuid}, aead=true, fast-open=false, udp-relay=false, tag=vmess-01`,
      'shadowsocks=[2001:db8::1]:80, method=aes-128-gcm, password=p=w, fast-open=false, udp-relay=false, tag=ss-01',
      `vless=203.0.113.40:443, method=none, password=${uuid}, obfs=over-tls, obfs-host=www.microsoft.com, reality-base64-pubkey=${publicKey}, reality-hex-shortid=0123abcd, vless-flow=xtls-rprx-vision, udp-relay=true, tag=US 🇺🇸`,
    ].join('\n'),
  );
  expect(found.map((line) => [line.name, line.server, line.port, line.credential])).toEqual([
    ['vmess-ws-tls-02', '192.168.1.1', 443, uuid],
    ['vmess-01', 'example.com', 80, uuid],
    ['ss-01', '2001:db8::1', 80, 'p=w'],
    ['US 🇺🇸', '203.0.113.40', 443, uuid],
  ]);
  expect(found[0]).toMatchObject({ tls: true, network: 'ws', path: '/ws', host: 'example.com', sni: 'example.com' });
  expect(found[3]).toMatchObject({ publicKey, shortId: '0123abcd', sni: 'www.microsoft.com' });
});

test.each([
  ['no list', '', 'no lines'],
  ['Hysteria2', 'hysteria2=a.example:443, password=x, tag=a', 'line 1: no protocol'],
  ['no tag', 'shadowsocks=a.example:80, method=aes-128-gcm, password=x', 'no tag'],
  ['a comma in a name', 'shadowsocks=a.example:80, method=aes-128-gcm, password=x, tag=a,b', 'not key=value'],
  ['auto as a method', `vmess=a.example:80, method=auto, password=${uuid}, aead=true, tag=a`, 'method auto'],
  ['VMess without the key for AEAD', `vmess=a.example:80, method=none, password=${uuid}, tag=a`, 'aead'],
  ['a bare IPv6 address', 'shadowsocks=2001:db8::1:80, method=aes-128-gcm, password=x, tag=a', 'no place'],
  ['ChaCha 2022', 'shadowsocks=a.example:80, method=2022-blake3-chacha20-poly1305, password=x, tag=a', 'method'],
  [
    'one tag for two',
    'shadowsocks=a.example:80, method=aes-128-gcm, password=x, tag=a\nshadowsocks=b.example:80, method=aes-128-gcm, password=x, tag=a',
    'twice',
  ],
])('a server list with %s is refused', (_, text, why) => {
  expect(() => readQxServers(text)).toThrow(why);
});

test('a filter of the public sample is read', () => {
  const text =
    '; c\nuser-agent, ?abc*, proxy\nhost, www.google.com, proxy\nhost-keyword, adsite, reject\nip-cidr, 10.0.0.0/8, direct\nip6-cidr, 2001:4860:4860::8888/32, direct\ngeoip, cn, direct\nfinal, proxy\n';
  expect(readQxFilter(text).map((rule) => rule.policy)).toEqual(
    'proxy proxy reject direct direct direct proxy'.split(' '),
  );
});

test.each([
  ['a type of another client', 'domain-suffix, a.example, direct', 'line 1: rule'],
  ['a policy in capitals', 'host, a.example, DIRECT', 'policy DIRECT'],
  ['a network that is none', 'ip-cidr, 10.0.0.0, direct', 'rule'],
  ['a rule after final', 'final, proxy\nhost, a.example, direct', 'last'],
])('a filter with %s is refused', (_, text, why) => {
  expect(() => readQxFilter(text)).toThrow(why);
});
