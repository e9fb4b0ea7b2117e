import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialFor } from './credential.ts';
import { linkOf } from './links.ts';
import type { ResolvedLine } from './model.ts';
import { fill, template } from './template.ts';
import { anyLine } from './testing/arbitraries.ts';
import { parseLink } from './testing/parse-links.ts';
import { personalTexts, userkey } from './testing/samples.ts';

const credentialOf = (line: ResolvedLine): string => credentialFor(line.protocol, line.id, userkey);
const link = (line: ResolvedLine): string =>
  fill(template(linkOf(line)), { credential: () => credentialOf(line), personal: (which) => personalTexts[which] });

test('every link read back is the line and its credential, whatever the name', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const { id: _id, num: _num, countryCode: _country, ...content } = line;
      expect(parseLink(link(line))).toEqual({ ...content, credential: credentialOf(line) });
    }),
  );
});

test('every link is a URL for a browser and for a strict reader, with one port and ASCII only', () => {
  // Java's URI takes these characters only; a range as port would make the port -1 there.
  const strict =
    /^[a-z0-9]+:\/\/(?:[\w.~!$&'()*+,;=:%-]+@)?(?:\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}\/?(?:\?[\w.~!$&'()*+,;=:@/?%-]*)?#[\w.~!$'()*%-]*$/i;
  fc.assert(
    fc.property(anyLine, (line) => {
      const text = link(line);
      expect(URL.canParse(text)).toBe(true);
      if (text.startsWith('vmess://')) expect(text).toMatch(/^vmess:\/\/[A-Za-z0-9+/]+=*$/);
      else expect(text).toMatch(strict);
    }),
  );
});

test('in a query every key has a value sign, which v2rayNG splits at', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const query = /\?([^#]*)/.exec(link(line))?.[1];
      for (const pair of query?.split('&') ?? []) expect(pair).toMatch(/^[A-Za-z0-9]+=[^=&]*$/);
    }),
  );
});

test.each([
  '',
  'vmess://',
  'vmess://bnVsbA==',
  'vmess://e30=',
  'ss://x',
  'ss://YQ@h:1',
  'trojan://a@b:1',
  'vless://a@b:1?security=tls',
  'ss://%E0%A4%A@h:1',
])('%j is no link of ours', (text) => expect(parseLink(text)).toBeNull());
