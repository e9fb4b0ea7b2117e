import type { ResolvedLine } from '@skyport/documents';

/** Where the lines of a preview are: Chinese and English name, country, how many. */
const PLACES = [
  ['🇭🇰 香港', '🇭🇰 Hong Kong', 'HK', 3],
  ['🇹🇼 台湾', '🇹🇼 Taiwan', 'TW', 2],
  ['🇯🇵 日本', '🇯🇵 Japan', 'JP', 3],
  ['🇸🇬 新加坡', '🇸🇬 Singapore', 'SG', 2],
  ['🇺🇸 美国', '🇺🇸 United States', 'US', 3],
  ['🇰🇷 韩国', '🇰🇷 Korea', 'KR', 1],
  ['🇬🇧 英国', '🇬🇧 United Kingdom', 'GB', 1],
  ['🇩🇪 德国', '🇩🇪 Germany', 'DE', 1],
  ['🇦🇺 澳大利亚', '🇦🇺 Australia', 'AU', 1],
  ['🇨🇳 中国', '🇨🇳 China', 'CN', 1],
] as const;

/** The protocols that lines have in turn, those first that every client speaks. */
const SECRETS = [
  { protocol: 'vmesh_tcp' },
  { protocol: 'compat', method: 'aes-256-gcm' },
  { protocol: 'vmesh_ws', path: '/ray', host: 'cdn.example.com', tls: true },
] as const;

const idOf = (num: number): string => `00000000-0000-7000-8000-${String(num).padStart(12, '0')}`;

/** Lines of many places that lead nowhere (addresses for documentation), as a customer could have them. */
export const sampleLines = (useEnglish: boolean): ResolvedLine[] =>
  PLACES.flatMap(([zh, en, countryCode, count]) =>
    Array.from({ length: count }, (_, i) => ({ name: `${useEnglish ? en : zh} 0${i + 1}`, countryCode })),
  ).map((place, i): ResolvedLine => {
    const num = i + 1;
    const secret = SECRETS[i % SECRETS.length] ?? SECRETS[0];
    return { ...place, id: idOf(num), num, server: `203.0.113.${num}`, port: 10_000 + num, ...secret };
  });
