import { LinkKind } from './subscription.ts';
import { expect, test } from 'vitest';
import { base64url, clientLinks, linkBase, subscriptionUrl, type ClientApp, type LinkOwner } from './client-links.ts';

const owner: LinkOwner = {
  base: 'https://sub.example.com',
  id: '0190c0de-0000-7000-8000-000000000001',
  userkey: 'KEYkey0123456789KEYkey0123456789',
  title: '天港',
};
const at = `https://sub.example.com/api/subscript/`;
const who = `/${owner.id}/${owner.userkey}`;
const E = encodeURIComponent;
const NAME = '%E5%A4%A9%E6%B8%AF';

test('every kind has its address, with a query of its own', () => {
  for (const kind of LinkKind.options) {
    expect(subscriptionUrl(owner, kind)).toBe(
      `https://sub.example.com/api/subscript/${kind}/0190c0de-0000-7000-8000-000000000001/KEYkey0123456789KEYkey0123456789?f=${kind}`,
    );
  }
});

test.each<[ClientApp, string]>([
  ['clash', `clash://install-config?url=${E(`${at}clash${who}?f=clash`)}&name=${NAME}`],
  ['clashMeta', `clashmeta://install-config?url=${E(`${at}mjclash${who}?f=mjclash`)}&name=${NAME}`],
  ['flclash', `flclash://install-config?url=${E(`${at}flclash${who}?f=flclash`)}`],
  ['surge', `surge:///install-config?url=${E(`${at}surge${who}?f=surge`)}`],
  ['surfboard', `surfboard:///install-config?url=${E(`${at}surfboard${who}?f=surfboard`)}`],
  ['singbox', `sing-box://import-remote-profile?url=${E(`${at}singbox${who}?f=singbox`)}#${NAME}`],
  ['v2rayNG', `v2rayng://install-sub?url=${E(`${at}v2box${who}?f=v2box#${NAME}`)}`],
  ['v2box', `v2box://install-sub?url=${E(`${at}v2box${who}?f=v2box&name=${NAME}`)}&name=${NAME}`],
  ['streisand', `streisand://import/${at}v2box${who}?f=v2box&name=${NAME}&asn=unknown&mode=new&base64=True#${NAME}`],
  ['loon', `loon://import?nodelist=${E(`${at}loon${who}?f=loon`)}`],
  ['stash', `stash://install-config?url=${E(`${at}stash${who}?f=stash`)}&name=${NAME}`],
  ['hiddify', `hiddify://import/${at}hiddify${who}?f=hiddify#${NAME}`],
  ['karing', `karing://install-config?url=${E(`${at}karing${who}?f=karing`)}&name=${NAME}`],
])('%s opens with its import link', (app, link) => {
  expect(clientLinks(app, owner).importLink).toBe(link);
});

test('links that carry base64 are these, letter by letter', () => {
  const short: LinkOwner = { base: 'https://h', id: 'u', userkey: 'k', title: '天港' };
  expect(clientLinks('shadowrocket', short)).toEqual({
    url: 'https://h/api/subscript/ss/u/k?f=ss',
    importLink: 'shadowrocket://add/sub://aHR0cHM6Ly9oL2FwaS9zdWJzY3JpcHQvc3MvdS9rP2Y9c3M?remark=%E5%A4%A9%E6%B8%AF',
    qr: 'sub://aHR0cHM6Ly9oL2FwaS9zdWJzY3JpcHQvc3MvdS9rP2Y9c3M#5aSp5riv',
  });
  expect(clientLinks('ssr', short)).toEqual({
    url: 'https://h/api/subscript/ssr/u/k?f=ssr',
    importLink: 'shadowrocket://add/sub://aHR0cHM6Ly9oL2FwaS9zdWJzY3JpcHQvc3NyL3Uvaz9mPXNzcg?remark=%E5%A4%A9%E6%B8%AF',
    qr: 'sub://aHR0cHM6Ly9oL2FwaS9zdWJzY3JpcHQvc3NyL3Uvaz9mPXNzcg#5aSp5riv',
  });
  expect(clientLinks('quantumult', short).importLink).toBe(
    'quantumult://configuration?server=aHR0cHM6Ly9oL2FwaS9zdWJzY3JpcHQvcS91L2s_Zj1x&filter=aHR0cHM6Ly9oL2Rlc2NyaWJlL3EuZmlsdGVy',
  );
});

test('QuantumultX adds servers and filters with their tags and intervals, and no rewrites', () => {
  const { importLink = '' } = clientLinks('quantumultX', { base: 'https://h', id: 'u', userkey: 'k', title: 'A,B' });
  const [before, payload = ''] = importLink.split('?remote-resource=');
  expect(before).toBe('quantumult-x:///add-resource');
  expect(payload).not.toMatch(/[&#?{]/);
  expect(JSON.parse(decodeURIComponent(payload))).toEqual({
    server_remote: [
      'https://h/api/subscript/qx/u/k?f=qx, tag=A B, update-interval=172800, opt-parser=false, enabled=true',
    ],
    filter_remote: ['https://h/describe/q.filter, tag=A B-分流, update-interval=2592000, enabled=true'],
    rewrite_remote: [],
  });
});

test.each<[ClientApp, LinkKind]>([
  ['v2ray', 'v2box'],
  ['auto', 'auto'],
  ['nekobox', 'nekobox'],
  ['xray', 'xray'],
])('%s, which no link opens, has only its address', (app, kind) => {
  const url = `${at}${kind}${who}?f=${kind}`;
  expect(clientLinks(app, owner)).toEqual({ url, qr: url });
});

test('the QR code of sing-box is its import link, that of others the address', () => {
  const singbox = clientLinks('singbox', owner);
  expect(singbox.qr).toBe(singbox.importLink);
  const clash = clientLinks('clash', owner);
  expect(clash.qr).toBe(clash.url);
});

test('what Clash Verge takes for the address still has the key in its place', () => {
  const { importLink = '' } = clientLinks('clash', owner);
  const taken = decodeURIComponent(importLink.slice(importLink.indexOf('url=') + 4));
  expect(new URL(taken).pathname).toBe(`/api/subscript/clash${who}`);
});

test('the base is the first that says something, with a scheme and without a slash at its end', () => {
  expect(linkBase('', undefined, 'https://page.example.com')).toBe('https://page.example.com');
  expect(linkBase('https://sub.example.com/', 'https://x')).toBe('https://sub.example.com');
  expect(linkBase('sub.example.com')).toBe('https://sub.example.com');
  expect(linkBase('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
});

test('base64 of Chinese text is that of its UTF-8 bytes, without padding', () => {
  expect(base64url('天港?>')).toBe(Buffer.from('天港?>', 'utf8').toString('base64url'));
});

test('bug 18: what Clash Verge takes for the address ends in a parameter of its own, never in the key', () => {
  const link = clientLinks('clash', owner).importLink ?? '';
  const swallowed = decodeURIComponent(link.slice(link.indexOf('url=') + 4));
  expect(new URL(swallowed).pathname.endsWith(`/${owner.userkey}`)).toBe(true);
});
