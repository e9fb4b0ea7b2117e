/** A country or region: Chinese and English name, ISO 3166-1 alpha-2 code, flag as an emoji. */
export interface CountryEntry {
  readonly name: string;
  readonly en: string;
  readonly code: string;
  readonly flag: string;
}

/** Alpha-2 codes of ISO 3166-1, and Kosovo's. */
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
  IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
  TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/);

/** Names of the Unicode Common Locale Data Repository, as the runtime has them. */
const named = (locale: string): ((code: string) => string) => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return (code) => names.of(code) ?? code;
};
const [chinese, english] = [named('zh-CN'), named('en')];

/** Shorter names than the repository's, where they are the usual ones. */
const SHORT: Readonly<Record<string, Partial<Pick<CountryEntry, 'name' | 'en'>>>> = {
  HK: { name: '香港', en: 'Hong Kong' },
  MO: { name: '澳门', en: 'Macao' },
  CD: { en: 'DR Congo' },
  CG: { en: 'Congo' },
  MM: { en: 'Myanmar' },
  PS: { en: 'Palestine' },
};

const REGIONAL_A = 0x1f1e6;
const LETTER_A = 0x41;

/**
 * The flag of an alpha-2 code, as two regional indicator symbols (Unicode Technical Standard 51); '' for anything else.
 */
export const flagOfCountry = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? String.fromCodePoint(...Array.from(code, (letter) => REGIONAL_A + letter.charCodeAt(0) - LETTER_A))
    : '';

/** The alpha-2 code of a flag; '' for anything else. */
export const countryOfFlag = (flag: string): string => {
  const points = Array.from(flag, (symbol) => (symbol.codePointAt(0) ?? 0) - REGIONAL_A);
  return points.length === 2 && points.every((point) => point >= 0 && point < 26)
    ? String.fromCharCode(...points.map((point) => point + LETTER_A))
    : '';
};

/** Places that an operator of nodes needs first. */
const FIRST: readonly string[] = ['HK', 'TW', 'JP', 'SG', 'US', 'KR', 'GB', 'DE', 'CN'];
const rank = (code: string): number => (FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length);

/**
 * Every country and region of ISO 3166-1 and Kosovo, in the order in which forms offer them: `GET
 * /country/country.json`.
 */
export const countries: readonly CountryEntry[] = codes
  .map((code) => ({ name: chinese(code), en: english(code), code, flag: flagOfCountry(code), ...SHORT[code] }))
  .sort((a, b) => rank(a.code) - rank(b.code) || (a.code < b.code ? -1 : 1));

const byCode = new Map(countries.map((country) => [country.code, country]));

/** The country with this code, or undefined. */
export const countryByCode = (code: string): CountryEntry | undefined => byCode.get(code);

/** Chinese name of the country with this code; the code itself where there is none. */
export const countryName = (code: string): string => byCode.get(code)?.name ?? code;
