import type { ClientFamily, DocumentKind } from '@skyport/contract/subscription';

/** The family of a client app; the contract lists them, because the console has a name for each. */
export type Family = ClientFamily;

/** Configuration format of sing-box: 8 = cores 1.8 to 1.10, 11 = 1.11, 12 = 1.12 and 1.13, 14 = 1.14. */
export type SingboxTier = 8 | 11 | 12 | 14;

/** What a document needs to know of the client that asks. `version` is empty when the client does not say. */
export interface Client {
  readonly family: Family;
  readonly version: readonly number[];
  readonly singboxTier: SingboxTier;
  /** Lists of links are asked for without base64 (`base64=0`). */
  readonly plain: boolean;
  /** Lines with REALITY are asked to be left out (`noreality=1`), for apps that fail at them and hide their version. */
  readonly withoutReality: boolean;
}

/**
 * Tokens in the order they must be tried: several clients also name others. The text is in lower case, with blanks for
 * `%20`. Blanks, dots and hyphens inside of a name vary by version.
 */
const FAMILIES: readonly (readonly [Family, RegExp])[] = [
  ['qx', /quantumult x(?:\/([\d.]+))?/],
  ['quantumult', /quantumult(?:\/([\d.]+))?/],
  ['surfboard', /surfboard(?:\/([\d.]+))?/],
  // Builds count here and for Shadowrocket; the dotted version in some requests says nothing about the build.
  ['surge', /\bsurge(?: ios| mac| tvos)?(?:\/(\d{3,})\b(?!\.))?/],
  ['shadowrocket', /shadowrocket(?:\/(\d{3,})\b(?!\.))?/],
  ['stash', /\bstash(?:\/([\d.]+))?/],
  ['loon', /\bloon\b(?:\/([\d.]+))?/],
  ['generic', /\b(?:decar|egern)/],
  // Karing also names nearly every client below.
  ['karing', /karing(?:\/([\d.]+))?/],
  ['hiddify', /hiddify(?:nextx?)?(?:\/([\d.]+))?/],
  ['nekobox', /(?:nekobox|nekoray|throne)(?:\/[a-z]*\/?([\d.]+))?/],
  ['singbox', /\bsf[aimt]\/|sing-?box/],
  ['mihomo', /flclash(?: ?x)?(?:\/v?([\d.]+))?/],
  // Apps and tools around mihomo, by their own sources and by those of panels.
  ['mihomo', /(?:clash-verge|clash-nyanpasu|clash[ -]party|mihomo[.-]party|koala-clash)[^/]*(?:\/v?([\d.]+))?/],
  ['mihomo', /(?:prizrak|flowvy|murge|mihoro)[^/]*(?:\/v?([\d.]+))?/],
  ['mihomo', /(?:mihomo|clashx?[ .-]?meta(?: ?for ?android)?)(?:\/v?([\d.]+))?/],
  // The old Clash: four dead apps, version 1 of the core, and a bare name.
  ['clash', /clash[ ._-]?for[ ._-]?(?:windows|android)(?:\/v?([\d.]+))?/],
  ['clash', /clashx(?: ?pro)?(?![a-z])(?:\/v?([\d.]+))?/],
  ['clash', /^clash[/ ]v?(1(?:\.\d+)*)(?!\d)/],
  ['clash', /^clash\/?(?:$| *[(;,])/],
  // Other clients with "clash" in their name, GUI.for.Clash among them, run mihomo.
  ['mihomo', /clash[^/ ;]*(?:\/v?([\d.]+))?/],
  ['v2rayng', /v2rayng(?:\/([\d.]+))?/],
  ['v2rayn', /v2rayn(?:\/([\d.]+))?/],
  ['xray', /v2box|streisand|happ\/|foxray|v2raytun/],
  // ShadowsocksR apps and ShadowsocksX-NG read links instead of SIP008.
  ['shadowsocks', /shadowsocks(?![rx])(?:windows|android)?(?:\/([\d.]+))?/],
];

const numbers = (text: string | undefined): number[] =>
  text
    ? text
        .split('.')
        .filter((n) => n !== '')
        .map(Number)
    : [];

/** Characters of a User-Agent that are read; what comes after them can only be noise. */
const MAX_LENGTH = 512;

/**
 * Tier of a sing-box document. The core's version counts, never the version of an app around it (`GUI.for.SingBox`);
 * `option` is the link's own `sb=1.11`. Unknown gives 12, which 1.12 and 1.13 read and 1.14 reads with warnings.
 */
export const singboxTier = (userAgent: string, option?: string): SingboxTier => {
  const found =
    /^v?(\d{1,4})\.(\d{1,4})/.exec(option ?? '') ??
    /(?:^|[^.\w])sing-box[\s/]+v?(\d{1,4})\.(\d{1,4})/i.exec(userAgent) ??
    /\bSF[AIMT]\/v?(\d{1,4})\.(\d{1,4})/i.exec(userAgent);
  const major = Number(found?.[1] ?? 1);
  const minor = Number(found?.[2] ?? 12);
  if (major > 1 || minor >= 14) return 14;
  if (minor >= 12) return 12;
  return minor === 11 ? 11 : 8;
};

/** Options in a link's query: a sing-box version, a list without base64, no lines with REALITY. */
export interface LinkOptions {
  readonly sb?: string | undefined;
  readonly base64?: string | undefined;
  readonly noreality?: string | undefined;
}

const NO = /^(?:0|false|no)$/i;
const YES = /^(?:1|true|yes)$/i;

/**
 * The client app that a User-Agent names. It only refines a document: the link's kind decides the format, and nobody is
 * refused by it.
 */
export const clientAppOf = (userAgent: string, options: LinkOptions = {}): Client => {
  const text = userAgent.slice(0, MAX_LENGTH);
  const lower = text.toLowerCase().replaceAll('%20', ' ');
  const chosen = {
    singboxTier: singboxTier(text, options.sb),
    plain: NO.test(options.base64 ?? ''),
    withoutReality: YES.test(options.noreality ?? ''),
  };
  for (const [family, pattern] of FAMILIES) {
    const match = pattern.exec(lower);
    if (match) return { family, version: numbers(match[1]), ...chosen };
  }
  return { family: 'generic', version: [], ...chosen };
};

/** Kind that the universal link gives to a family of clients: each gets the language it was written for. */
const KIND_OF: Record<Family, DocumentKind> = {
  qx: 'qx',
  quantumult: 'q',
  surfboard: 'surfboard',
  surge: 'surge',
  shadowrocket: 'ss',
  stash: 'stash',
  loon: 'loon',
  hiddify: 'hiddify',
  karing: 'karing',
  nekobox: 'nekobox',
  singbox: 'singbox',
  mihomo: 'mjclash',
  clash: 'clash',
  v2rayng: 'v2box',
  v2rayn: 'v2box',
  xray: 'v2box',
  shadowsocks: 'ss',
  generic: 'ss',
};

/** The kind that the universal link (`auto`) answers a client with. Unknown clients get the list of links. */
export const kindFor = (client: Pick<Client, 'family'>): DocumentKind => KIND_OF[client.family];

/** Whether a version is at least another, number by number (1.9 is below 1.12); `unknown` when there is none. */
export const atLeast = (version: readonly number[], wanted: readonly number[], unknown: boolean): boolean => {
  if (version.length === 0) return unknown;
  for (const [i, part] of wanted.entries()) {
    const have = version[i] ?? 0;
    if (have !== part) return have > part;
  }
  return true;
};
