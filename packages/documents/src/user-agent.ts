/** Clients as far as documents differ by them. `generic` is everything unknown, browsers included. */
export type Family =
  | 'qx'
  | 'quantumult'
  | 'surfboard'
  | 'surge'
  | 'shadowrocket'
  | 'stash'
  | 'singbox'
  | 'mihomo'
  | 'clash'
  | 'v2rayng'
  | 'v2rayn'
  | 'xray'
  | 'shadowsocks'
  | 'generic';

/** Generation of sing-box's configuration: 8 is core 1.8 to 1.10, 11 and 14 their own, 12 is 1.12 and 1.13. */
export type SingboxTier = 8 | 11 | 12 | 14;

/** What a document needs to know of the client that asks. `version` is empty when the client does not say. */
export interface Client {
  readonly family: Family;
  readonly version: readonly number[];
  readonly singboxTier: SingboxTier;
}

/** Tokens in the order they must be tried, against the lower-cased text: several clients name others beside themselves. */
const FAMILIES: readonly (readonly [Family, RegExp])[] = [
  ['qx', /quantumult(?:%20| )x(?:\/([\d.]+))?/],
  ['quantumult', /quantumult(?:\/([\d.]+))?/],
  ['surfboard', /surfboard(?:\/([\d.]+))?/],
  ['surge', /surge(?: ios| mac)?(?:\/(\d+))?/],
  ['shadowrocket', /shadowrocket(?:\/(\d+))?/],
  ['stash', /stash(?:\/([\d.]+))?/],
  ['generic', /\b(?:loon|decar|egern)/],
  ['singbox', /\bsf[aimt]\/|sing-?box|hiddify|karing/],
  ['mihomo', /flclash(?:\/v?([\d.]+))?/],
  ['mihomo', /(?:clash-verge|clash-nyanpasu|clash party|mihomo-party|koala-clash|prizrak)[^/]*(?:\/v?([\d.]+))?/],
  ['mihomo', /(?:mihomo|clash[ .-]?meta|clashx meta|clashmetaforandroid)(?:\/v?([\d.]+))?/],
  ['clash', /clash(?:forwindows|forandroid|x)?(?:[ a-z]*)(?:\/v?([\d.]+))?/],
  ['v2rayng', /v2rayng(?:\/([\d.]+))?/],
  ['v2rayn', /v2rayn(?:\/([\d.]+))?/],
  ['xray', /v2box|streisand|happ\/|foxray|v2raytun|nekobox|nekoray|throne/],
  ['shadowsocks', /shadowsocks/],
];

const numbers = (text: string | undefined): number[] =>
  text
    ? text
        .split('.')
        .filter((n) => n !== '')
        .map(Number)
    : [];

/** Longest User-Agent that is looked at; what comes after can only be noise. */
const MAX_LENGTH = 512;

/**
 * Tier of a sing-box document. The core's version counts, never the version of an app around it (`GUI.for.SingBox`);
 * `asked` is the link's own `sb=1.11`. Unknown gives 12, which 1.12 and 1.13 read and 1.14 reads with warnings.
 */
export const singboxTier = (userAgent: string, asked?: string): SingboxTier => {
  const found =
    /^v?(\d{1,4})\.(\d{1,4})/.exec(asked ?? '') ??
    /(?:^|[^.\w])sing-box[\s/]+v?(\d{1,4})\.(\d{1,4})/i.exec(userAgent) ??
    /\bSF[AIMT]\/v?(\d{1,4})\.(\d{1,4})/.exec(userAgent);
  const major = Number(found?.[1] ?? 1);
  const minor = Number(found?.[2] ?? 12);
  if (major > 1 || minor >= 14) return 14;
  if (minor >= 12) return 12;
  return minor === 11 ? 11 : 8;
};

/** Reads a User-Agent. It only refines a document, the link's kind decides its format; nobody is refused by it. */
export const clientOf = (userAgent: string, askedSingbox?: string): Client => {
  const text = userAgent.slice(0, MAX_LENGTH);
  const lower = text.toLowerCase();
  for (const [family, pattern] of FAMILIES) {
    const match = pattern.exec(lower);
    if (match) return { family, version: numbers(match[1]), singboxTier: singboxTier(text, askedSingbox) };
  }
  return { family: 'generic', version: [], singboxTier: singboxTier(text, askedSingbox) };
};

/** Whether a version is at least another, number by number (1.9 is below 1.12); `unknown` when there is none. */
export const atLeast = (version: readonly number[], wanted: readonly number[], unknown: boolean): boolean => {
  if (version.length === 0) return unknown;
  for (const [i, part] of wanted.entries()) {
    const have = version[i] ?? 0;
    if (have !== part) return have > part;
  }
  return true;
};
