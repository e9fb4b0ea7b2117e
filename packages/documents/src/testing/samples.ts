import type { RuleSet } from '@skyport/contract/rules';
import type { LineSource, ResolvedLine, SourceLine, SourceNode, Viewer } from '../model.ts';
import { credentialsOf } from '../render.ts';
import type { RenderContext, Rendered } from '../render.ts';
import { defaultRules } from '../rules/default.ts';
import { groupNamesOf, MAINLAND_LIST } from '../rules/plan.ts';
import { fill } from '../template.ts';
import type { Fields, PersonalText } from '../template.ts';
import { clientAppOf } from '../user-agent.ts';

/** A userkey of the product's form. */
export const userkey = 'Qm7ZxT2vB9nK4rWc8LhYd3Gf6JpSaE1u';

/** Id of sample line `num`, in the form of the database. */
export const lineId = (num: number): string => `0198a1b2-c3d4-7e5f-8a6b-${String(num).padStart(12, '0')}`;

const publicKey = 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0';
const serverKey = '8JCsPssfgS8tiRwiMlhARg==';

const at = (num: number, name: string, countryCode: string, server: string, port: number) => ({
  id: lineId(num),
  num,
  name,
  countryCode,
  server,
  port,
});

/** A self-signed certificate for `hy.example.com`, row by row, and the hex SHA-256 of it. */
export const certificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBcDCCARagAwIBAgIQTSTuUpeV2mAYGcfzaAKDYTAKBggqhkjOPQQDAjAZMRcw',
  'FQYDVQQDEw5oeS5leGFtcGxlLmNvbTAeFw0yNjAxMDEwMDAwMDBaFw0zNTEyMzAw',
  'MDAwMDBaMBkxFzAVBgNVBAMTDmh5LmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYI',
  'KoZIzj0DAQcDQgAE14J1mlnyAQRpGr5K+fc5QrzLg7Vem9Fh56RWmali/bMUiLQU',
  'HEFTNQCyBM9cy5VpT7n6m9TQECr638ouZdhhsaNAMD4wDAYDVR0TAQH/BAIwADAZ',
  'BgNVHREEEjAQgg5oeS5leGFtcGxlLmNvbTATBgNVHSUEDDAKBggrBgEFBQcDATAK',
  'BggqhkjOPQQDAgNIADBFAiEAodeXQj3z6IIDl+KTypt2DeA99DYjRMG0S8izoTsr',
  'U4oCID8bzngeEkAMbZjpynV4skFRxhrSNBadWcdO6+uv4oi7',
  '-----END CERTIFICATE-----',
] as const;
export const certificatePin = 'b01e54f7357e6f9d1e454817e4bbc11234b384a6d72268392a64021103e0874d';

/** One line of each protocol, WebSocket twice: behind a content network and plain. */
export const lines: readonly ResolvedLine[] = [
  { ...at(1, '🇭🇰 香港 01', 'HK', '203.0.113.10', 10_086), protocol: 'vmesh_tcp' },
  {
    ...at(2, '🇭🇰 香港 02', 'HK', '104.16.0.1', 443),
    protocol: 'vmesh_ws',
    path: '/ray',
    host: 'cdn.example.com',
    tls: true,
  },
  { ...at(3, '🇯🇵 日本 01', 'JP', 'jp.example.com', 8080), protocol: 'vmesh_ws', path: '/a/b', host: null, tls: false },
  {
    ...at(4, '🇸🇬 新加坡 01', 'SG', '2001:db8::20', 8389),
    protocol: 'ss',
    method: '2022-blake3-aes-128-gcm',
    serverKey,
  },
  { ...at(5, '🇸🇬 新加坡 02 ×1.5', 'SG', '203.0.113.20', 8388), protocol: 'compat', method: 'aes-256-gcm' },
  {
    ...at(6, '🇺🇸 美国 01', 'US', '203.0.113.30', 443),
    protocol: 'h2',
    serverName: 'hy.example.com',
    pin: null,
    certificate: null,
  },
  {
    ...at(7, '🇺🇸 美国 02', 'US', '203.0.113.40', 443),
    protocol: 'reality',
    publicKey,
    // Bare, this is a number of YAML 1.2.
    shortId: '38e92059',
    serverName: 'www.microsoft.com',
  },
  { ...at(8, '🇨🇳 上海 01', 'CN', '203.0.113.50', 10_010), protocol: 'vmesh_tcp' },
];

/** Entries of the list of the mainland that samples have, of each kind. */
const FEW = 24;

/** The default rules with the beginning of their longest list: documents that a person can look through. */
const sampleRules: RuleSet = {
  ...defaultRules,
  lists: defaultRules.lists.map((list) =>
    list.id === MAINLAND_LIST
      ? { ...list, suffixes: list.suffixes.slice(0, FEW), networks: list.networks.slice(0, FEW) }
      : list,
  ),
};

/** What documents depend on beside the lines; everything may be overridden. */
export const context = (changes: Partial<RenderContext> & { userAgent?: string } = {}): RenderContext => ({
  title: '云港 Skyport',
  selfHost: 'sub.example.com',
  linkBase: 'https://sub.example.com',
  webPage: 'https://www.example.com/',
  client: clientAppOf(changes.userAgent ?? ''),
  switches: { inXinjiang: false, inForeign: false, useEnglish: false },
  rules: sampleRules,
  ...changes,
});

/** What stands in documents for the holder of the sample userkey. */
export const personalTexts: Record<PersonalText, string> = {
  link: `https://sub.example.com/api/subscript/surge/0198a1b2-0000-7000-8000-000000000001/${userkey}?f=surge`,
  usage: 'STATUS=🚀↑:0GB,↓:10.2GB,TOT:100GB💡Expires:2026-12-31',
  used: '10952166604',
  left: '96422015796',
  quota: encodeURIComponent('剩余 89.8 G，2026-12-31 到期'),
};

/** What the holder of the sample userkey gets put in. */
export const fieldsOf = (rendered: Rendered): Fields => ({
  credential: credentialsOf(rendered.slots)(userkey),
  personal: (which) => personalTexts[which],
});

/** The document as the holder of the sample userkey gets it. */
export const filled = (rendered: Rendered): string => fill(rendered.template, fieldsOf(rendered));

/** Names of the groups of the default rules, which no line may have. */
export const reserved: readonly string[] = groupNamesOf(defaultRules);

/** A user who holds nothing special. */
export const viewer = (changes: Partial<Viewer> = {}): Viewer => ({
  id: '0198a1b2-0000-7000-8000-000000000001',
  permissions: new Set(),
  normalPermission: false,
  isAgencyUser: false,
  useEnglishNode: false,
  inForeign: false,
  inXinjiang: false,
  ...changes,
});

/** A line, its node and its entry, as the database would give them. */
export const source = (
  line: Partial<SourceLine> = {},
  node: Partial<SourceNode> = {},
  entry: LineSource['entry'] = null,
): LineSource => ({
  line: {
    id: lineId(line.num ?? 1),
    num: 1,
    name: '香港',
    protocol: 'vmesh_tcp',
    bridge: 'none',
    scalePpm: 1_000_000,
    copies: 1,
    fixName: false,
    disableForAgency: false,
    permissionRequire: null,
    bridgeAddr: null,
    ip: null,
    host: null,
    index: 0,
    portOffset: 0,
    publicSecrets: {},
    ...line,
  },
  node: {
    ip: '203.0.113.10',
    host: 'hk.example.com',
    port: 10_000,
    publicPort: null,
    zzPort: 20_000,
    index: 0,
    country: { name: '中国香港', en: 'Hong Kong', code: 'HK', flag: '🇭🇰' },
    enabled: true,
    ...node,
  },
  entry,
});
