import { expect, test } from 'vitest';
import { readLink, readLinkList } from './uri.ts';

const uuid = 'b831381d-6324-4d53-ad4f-8cda48b30811';
const publicKey = 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0';
const b64 = (text: string): string => Buffer.from(text).toString('base64');
const b64url = (text: string): string => Buffer.from(text).toString('base64url');
const json = (changes: object = {}): string =>
  `vmess://${b64(
    JSON.stringify({
      v: '2',
      ps: '香港 01',
      add: '104.16.0.1',
      port: '443',
      id: uuid,
      aid: '0',
      scy: 'auto',
      net: 'ws',
      type: 'none',
      host: 'cdn.example.com',
      path: '/ray',
      tls: 'tls',
      sni: 'cdn.example.com',
      alpn: '',
      fp: 'chrome',
      ...changes,
    }),
  )}`;

test('the examples of SIP002 are read', () => {
  expect(readLink('ss://YWVzLTEyOC1nY206dGVzdA@192.168.100.1:8888#Example1')).toEqual({
    protocol: 'shadowsocks',
    name: 'Example1',
    server: '192.168.100.1',
    port: 8888,
    method: 'aes-128-gcm',
    credential: 'test',
    tls: false,
  });
  const key = 'YctPZ6U7xPPcU%2Bgp3u%2B0tx%2FtRizJN9K8y%2BuKlW2qjlI%3D';
  const found = readLink(`ss://2022-blake3-aes-256-gcm:${key}@192.168.100.1:8888#Example3`);
  expect([found.method, found.credential]).toEqual([
    '2022-blake3-aes-256-gcm',
    'YctPZ6U7xPPcU+gp3u+0tx/tRizJN9K8y+uKlW2qjlI=',
  ]);
});

/** What is read of a VMess line behind a CDN. */
const behindCdn = {
  protocol: 'vmess',
  server: '104.16.0.1',
  port: 443,
  credential: uuid,
  network: 'ws',
  path: '/ray',
  host: 'cdn.example.com',
  tls: true,
  sni: 'cdn.example.com',
  insecure: false,
};

test('the JSON form of VMess gives transport, host and server name apart from the address', () => {
  expect(readLink(json())).toEqual({ ...behindCdn, name: '香港 01' });
  const plain = readLink(json({ net: 'tcp', host: '', path: '', tls: '', sni: '' }));
  expect([plain.network, plain.tls, plain.path, plain.sni]).toEqual(['tcp', false, undefined, undefined]);
});

test('Hysteria2 and VLESS links are read with every value decoded', () => {
  const pin = 'AB:'.repeat(31) + 'cd';
  const hysteria = `hysteria2://p%40ss@[2001:db8::1]:443/?sni=hy.example.com&insecure=1&pinSHA256=${encodeURIComponent(pin)}#a%20%23b`;
  expect(readLink(hysteria)).toEqual({
    protocol: 'hysteria2',
    name: 'a #b',
    server: '2001:db8::1',
    port: 443,
    credential: 'p@ss',
    tls: true,
    sni: 'hy.example.com',
    insecure: true,
    pin: `${'ab'.repeat(31)}cd`,
  });
  const query = `encryption=none&flow=xtls-rprx-vision&security=reality&sni=www.microsoft.com&fp=chrome&pbk=${publicKey}&sid=38e92059&spx=%2F&type=tcp&headerType=none`;
  expect(readLink(`vless://${uuid}@us.example.com:443?${query}#US`)).toEqual({
    protocol: 'vless',
    name: 'US',
    server: 'us.example.com',
    port: 443,
    credential: uuid,
    network: 'tcp',
    flow: 'xtls-rprx-vision',
    tls: true,
    sni: 'www.microsoft.com',
    publicKey,
    shortId: '38e92059',
  });
});

test('old forms are read: ShadowsocksR and the VMess line of the classic Quantumult', () => {
  const ssr = `203.0.113.20:8388:origin:aes-256-gcm:plain:${b64url('p@ss,w=rd')}/?remarks=${b64url('SG ss')}&group=${b64url('Demo')}`;
  expect(readLink(`ssr://${b64url(ssr)}`)).toMatchObject({ name: 'SG ss', port: 8388, credential: 'p@ss,w=rd' });
  const line = `HK 01 = vmess, 104.16.0.1, 443, chacha20-ietf-poly1305, "${uuid}", group=Demo, over-tls=true, tls-host=cdn.example.com, certificate=1, obfs=ws, obfs-path="/ray", obfs-header="Host: cdn.example.com"`;
  expect(readLink(`vmess://${b64url(line)}`)).toEqual({ ...behindCdn, name: 'HK 01' });
});

test('a list may begin with what Shadowrocket shows, and is base64 or plain', () => {
  const rows = ['STATUS=↑:1GB,TOT:5GB', 'REMARKS=云港', 'ss://YWVzLTEyOC1nY206dGVzdA@192.168.100.1:8888#Example1'];
  for (const body of [rows.join('\n'), rows.join('\r\n'), b64(rows.join('\n')), `${rows.join('\n')}\n`]) {
    const list = readLinkList(body);
    expect([list.status, list.remarks, list.links.map((l) => l.name)]).toEqual(['↑:1GB,TOT:5GB', '云港', ['Example1']]);
  }
});

const reality = (query: string): string => `vless://${uuid}@a.example:443?${query}#x`;

test.each([
  ['a range in the authority', 'hysteria2://a@b.example:443,20000-30000/?sni=b.example#x', 'authority'],
  ['no port', 'hysteria2://a@b.example/?sni=b.example#x', 'authority'],
  ['port 0', 'hysteria2://a@b.example:0/?sni=b.example#x', 'no port'],
  ['an underscore, with which Java finds no host', 'hysteria2://a@b_c.example:443/#x', 'no host'],
  ['a name that is not encoded', 'hysteria2://a@b.example:443/#a b', 'illegal character in fragment'],
  ['a quote in the query', 'hysteria2://a@b.example:443/?sni="b"#x', 'illegal character in query'],
  ['a bare key, on which v2rayNG falls over', reality('encryption=none&security'), 'not key=value'],
  ['a key twice', reality('encryption=none&encryption=none'), 'stands twice'],
  ['a key that nobody knows', reality('encryption=none&colour=red'), 'not documented'],
  ['REALITY without fingerprint', reality(`encryption=none&security=reality&type=tcp&sni=b&pbk=${publicKey}`), 'fp'],
  ['a 2022 key as it is', 'ss://2022-blake3-aes-128-gcm:8JCsPssfgS8tiRwiMlhARg==:YQ@1.2.3.4:1#x', 'illegal|encoded'],
  ['a 2022 key of another length', 'ss://2022-blake3-aes-128-gcm:c2hvcnQ%3D@1.2.3.4:1#x', 'base64 key of 16 bytes'],
  ['base64 with padding in SIP002', 'ss://YWVzLTEyOC1nY206dGVzdA==@192.168.100.1:8888#x', 'clean base64'],
  ['a number for the port of VMess', json({ port: 443 }), 'no text'],
  ['ws as header type', json({ type: 'ws' }), 'type none'],
  ['VMess without address', json({ add: '' }), 'no server'],
  ['IPv6 in ssr', `ssr://${b64url('2001:db8::1:8388:origin:aes-256-gcm:plain:cA/?remarks=eA')}`, 'fields'],
])('%s is refused', (_, link, why) => {
  expect(() => readLink(link)).toThrow(new RegExp(why));
});

test('a list without links is refused, and so is base64 with line breaks', () => {
  expect(() => readLinkList('')).toThrow('no links');
  expect(() => readLinkList(b64('STATUS=x'))).toThrow('no links');
  expect(() => readLinkList(`${b64('ss://').slice(0, 4)}\n${b64('ss://').slice(4)}`)).toThrow('clean base64');
});
