/** A country as `GET /country/country.json` lists it: Chinese and English name, ISO 3166 alpha-2 code, flag emoji. */
export interface CountryEntry {
  readonly name: string;
  readonly en: string;
  readonly code: string;
  readonly flag: string;
}

/** ISO 3166-1 alpha-2, without uninhabited territories. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG ' +
  'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM ' +
  'SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ' +
  'ZA ZM ZW';

/** Places that an operator of nodes needs first; the others follow by their Chinese name. */
const FIRST = ['HK', 'TW', 'JP', 'SG', 'US', 'KR', 'GB', 'DE', 'CN'];

const REGIONAL_A = 0x1f1e6;
const LETTER_A = 0x41;

/** The flag emoji of an alpha-2 code; empty for anything else. */
export const flagOfCountry = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? String.fromCodePoint(...[...code].map((letter) => REGIONAL_A + letter.charCodeAt(0) - LETTER_A))
    : '';

/** The alpha-2 code of a flag emoji; empty for anything else. */
export const countryOfFlag = (flag: string): string => {
  const points = [...flag].map((c) => (c.codePointAt(0) ?? 0) - REGIONAL_A);
  return points.length === 2 && points.every((p) => p >= 0 && p < 26)
    ? String.fromCharCode(...points.map((p) => p + LETTER_A))
    : '';
};

const listCountries = (): readonly CountryEntry[] => {
  const zh = new Intl.DisplayNames(['zh-CN'], { type: 'region', style: 'short' });
  const en = new Intl.DisplayNames(['en'], { type: 'region' });
  const rank = (code: string): number => (FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length);
  return CODES.split(' ')
    .map((code) => ({ name: zh.of(code) ?? code, en: en.of(code) ?? code, code, flag: flagOfCountry(code) }))
    .toSorted((a, b) => rank(a.code) - rank(b.code) || a.name.localeCompare(b.name, 'zh-CN'));
};

/** All countries, in the order in which a form offers them. */
export const countries: readonly CountryEntry[] = listCountries();
