import type { Way } from './asker.ts';

/** Where a name's traffic goes: out through a line, back through one that leads home, straight, or to the house. */
export type Goes = 'line' | 'back' | 'direct' | 'house';

/** Languages of documents that ask for names: mihomo, the old Clash, sing-box, and whole configurations of Xray. */
export type Family = 'mihomo' | 'clash' | 'singbox' | 'xray';

/** Sorts of names: what stands before a way's own label, and where they go. */
export interface Sort {
  readonly name: (way: Way) => string;
  readonly goes: Goes;
  /** Families whose rules cannot send such a name anywhere; they are only asked for its address. */
  readonly onlyAsked?: readonly Family[];
  /** Families in which some engine sends no query for such a name. */
  readonly mayBeSilent?: readonly Family[];
}

const below =
  (name: string) =>
  (way: Way): string =>
    `${way}.${name}`;

export const sorts: readonly Sort[] = [
  { name: below('www.google.com'), goes: 'line' },
  { name: below('unheard-of.example'), goes: 'line' },
  // Before a list that has everything above it and goes direct.
  { name: below('copilot.microsoft.com'), goes: 'line' },
  { name: below('store.steampowered.com'), goes: 'line' },
  // Below names that go back.
  { name: below('services.googleapis.cn'), goes: 'line' },
  { name: below('assets1.xboxlive.cn'), goes: 'direct' },
  { name: below('tplogin.cn'), goes: 'house' },
  { name: below('www.qq.com'), goes: 'back' },
  { name: below('www.gov.cn'), goes: 'back' },
  { name: below('www.apple.com'), goes: 'direct' },
  { name: below('www.msftconnecttest.com'), goes: 'direct' },
  { name: below('cache1.steamcontent.com'), goes: 'direct' },
  // Their true addresses are given out.
  { name: () => 'time.windows.com', goes: 'direct' },
  { name: below('pool.ntp.org'), goes: 'line' },
  { name: below('nas.lan'), goes: 'house' },
  { name: below('deep.in.the.house.lan'), goes: 'house' },
  // The newest sing-box calls into the house for it, as systems do.
  { name: below('tv.local'), goes: 'house', mayBeSilent: ['singbox'] },
  { name: below('printer.home.arpa'), goes: 'house' },
  { name: (way) => `nas-${way}`, goes: 'house', onlyAsked: ['clash'] },
  // The house gives it a public address.
  { name: (way) => `public-${way}`, goes: 'house', onlyAsked: ['clash'] },
  {
    name: below('1.168.192.in-addr.arpa'),
    goes: 'house',
    onlyAsked: ['mihomo', 'clash', 'singbox', 'xray'],
    // sing-box 1.8 cannot put such a question to the system, and answers with an error.
    mayBeSilent: ['singbox'],
  },
];
