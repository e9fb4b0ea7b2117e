import fc from 'fast-check';
import type { LineSecrets, ResolvedLine } from '../model.ts';
import { lineId } from './samples.ts';

/** Names that break one format or another when it is careless: numbers, booleans, times, separators, quotes, emoji. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '38e92059',
    '0123',
    '1e3',
    'no',
    'Yes',
    'null',
    '~',
    '1:30',
    '2026-11-21',
    '.inf',
    '0x1F',
    '- a',
    '? b',
  ),
  fc.constantFrom(
    'a\nb',
    'a,b',
    'a=b',
    '"',
    "'",
    '#x',
    'x #y',
    '\\',
    '\\n',
    '{a: 1}',
    '[a]',
    '&a',
    '*a',
    '!a',
    '%',
    '@',
    '`',
  ),
  fc.constantFrom(
    '🇭🇰 香港',
    '👨‍👩‍👧',
    '\u2028',
    '\u0085',
    '\ufeffx',
    '\u007f',
    'a\tb',
    ' a ',
    'a: b',
    'a:',
    '|',
    '>',
    'e\u0301',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 30 }),
);

const bytesAs = (length: number, encoding: 'base64' | 'base64url' | 'hex'): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString(encoding));

const shortId = fc.oneof(
  fc.constantFrom('38e92059', '2351e1', '40', '00', '0983e134', '123456'),
  fc.integer({ min: 1, max: 8 }).chain((n) => bytesAs(n, 'hex')),
);

const secrets: fc.Arbitrary<LineSecrets> = fc.oneof(
  fc.record({ protocol: fc.constant('vmesh_tcp') }),
  fc.record({
    protocol: fc.constant('vmesh_ws'),
    path: fc.constantFrom('/', '/ray', '/a-b/c_d.e~f', '/%E6%B8%AF', '/a=b&c;d'),
    host: fc.domain(),
    tls: fc.boolean(),
  }),
  fc.record({
    protocol: fc.constant('ss'),
    method: fc.constant('2022-blake3-aes-128-gcm'),
    serverKey: bytesAs(16, 'base64'),
  }),
  fc.record({ protocol: fc.constant('compat'), method: fc.constant('aes-256-gcm') }),
  fc.record({
    protocol: fc.constant('h2'),
    serverName: fc.domain(),
    pin: fc.option(bytesAs(32, 'hex')),
    certificate: fc.constant(null),
  }),
  fc.record({
    protocol: fc.constant('reality'),
    publicKey: bytesAs(32, 'base64url'),
    shortId,
    serverName: fc.domain(),
  }),
) as fc.Arbitrary<LineSecrets>;

/** A valid line of any protocol, but with a hostile name. */
export const anyLine: fc.Arbitrary<ResolvedLine> = fc
  .record({
    num: fc.integer({ min: 1, max: 999 }),
    name: hostileName,
    server: fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain()),
    port: fc.integer({ min: 1, max: 65_535 }),
    countryCode: fc.constantFrom('HK', 'US', 'CN', ''),
    secrets,
  })
  .map(({ secrets: part, ...base }) => ({ ...base, id: lineId(base.num), ...part }));

/** Lines that differ in number, so that each has its own credential. */
export const anyLines: fc.Arbitrary<ResolvedLine[]> = fc.uniqueArray(anyLine, {
  selector: (line) => line.num,
  minLength: 1,
  maxLength: 8,
});
