import { speaksLinks } from '../capability.ts';
import { JSON_TYPE, TEXT_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import { linkOf } from '../links.ts';
import { placeholderLine } from '../placeholder.ts';
import type { Switches } from '../rules/plan.ts';
import { base64, personal } from '../template.ts';
import type { Part } from '../template.ts';
import type { Client } from '../user-agent.ts';
import { sip008 } from './sip008.ts';

/** Rows of a list as padded base64 without line breaks, or bare for who asked so (`base64=0`). */
export const listOf = (rows: readonly (readonly Part[])[], { plain }: Pick<Client, 'plain'>): Part[] => {
  const text = rows.flatMap((row, i) => [...(i === 0 ? [] : ['\n']), ...row]);
  return plain ? text : [base64(text)];
};

/** Apps around Xray and sing-box that show nothing of the headers. */
const showsNoHeader = ({ family }: Client): boolean => ['v2rayn', 'v2rayng', 'nekobox'].includes(family);

/** A line without a server; its name shows the remaining traffic. */
const usageRow = (switches: Switches): Part[] => [
  ...linkOf({ ...placeholderLine('noLines', switches), name: '' }),
  personal('quota'),
];

const rowsOf = ({ lines, client, switches, usageLine }: Writing): Part[][] => [
  ...(usageLine && showsNoHeader(client) ? [usageRow(switches)] : []),
  ...lines.map(linkOf),
];

const isSip008 = ({ family }: Client): boolean => family === 'shadowsocks';
const isShadowrocket = ({ family }: Client): boolean => family === 'shadowrocket';

const linksDialect = (client: Client): string =>
  `${client.plain ? ' plain' : ''}${showsNoHeader(client) ? ' usage' : ''}`;

/**
 * A list of share links, one a row: what nearly every client can read. Shadowrocket gets the use of traffic as first
 * row, which it shows below the subscription's name; Shadowsocks apps get SIP008, the only list that they read.
 */
export const linkList: Format = {
  contentType: (client) => (isSip008(client) ? JSON_TYPE : TEXT_TYPE),
  extension: '',
  speaks: speaksLinks,
  dialect: (client) => {
    if (isSip008(client)) return 'sip008';
    return `${isShadowrocket(client) ? 'status' : ''}${linksDialect(client)}`;
  },
  write: (writing) => {
    const { lines, client } = writing;
    if (isSip008(client)) return sip008(lines);
    const rows = rowsOf(writing);
    return listOf(isShadowrocket(client) ? [[personal('usage')], ...rows] : rows, client);
  },
};

/**
 * The same list for apps around Xray and sing-box (v2rayN, v2rayNG, V2Box, Streisand, NekoBox, Throne), which is never
 * anything but links.
 */
export const links: Format = {
  contentType: TEXT_TYPE,
  extension: '',
  speaks: speaksLinks,
  dialect: linksDialect,
  write: (writing) => listOf(rowsOf(writing), writing.client),
};
