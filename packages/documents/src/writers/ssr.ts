import { speaksLinks } from '../capability.ts';
import { TEXT_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import { linkOf } from '../links.ts';
import type { ResolvedLine, ShadowsocksAead, LineBase } from '../model.ts';
import { base64Url, personal } from '../template.ts';
import type { Part } from '../template.ts';
import type { Client } from '../user-agent.ts';
import { secret } from './secret.ts';
import { listOf } from './ss.ts';

/** Apps that are given such lists and read share links as well: Shadowrocket both forms, v2rayN links only. */
const readsLinks = ({ family }: Client): boolean => family === 'shadowrocket' || family === 'v2rayn';
const readsSsr = ({ family }: Client): boolean => family !== 'v2rayn';

/** Fields of a link are told apart by colons, so an IPv6 address has no place in one. */
const fits = ({ server }: LineBase): boolean => !server.includes(':');

/** By the page "SSR QRcode scheme" of the shadowsocks-rss wiki: URL-safe base64 without padding, outside and inside. */
const ssrLink = (line: LineBase & ShadowsocksAead, title: string): Part[] => {
  const head = `${line.server}:${line.port}:origin:${line.method}:plain:`;
  const tail: Part[] = ['/?remarks=', base64Url([line.name]), '&group=', base64Url([title])];
  return ['ssr://', base64Url([head, base64Url([secret(line)]), ...tail])];
};

const row = (line: ResolvedLine, { client, title }: Writing): Part[] =>
  line.protocol === 'compat' && readsSsr(client) && fits(line) ? ssrLink(line, title) : linkOf(line);

/**
 * A list for ShadowsocksR apps: the lines that Shadowsocks and ShadowsocksR clients can both speak. Apps that read
 * share links too get the other lines as such, because the button for this kind opens Shadowrocket.
 */
export const ssr: Format = {
  contentType: TEXT_TYPE,
  extension: '',
  speaks: (protocol, client) => protocol === 'compat' || (readsLinks(client) && speaksLinks(protocol, client)),
  refuses: (line, client) => (fits(line) || readsLinks(client) ? null : 'an IPv6 address in an SSR link'),
  dialect: ({ family, plain }) => {
    const reader = family === 'shadowrocket' || family === 'v2rayn' ? family : 'ssr';
    return plain ? `${reader} plain` : reader;
  },
  write: (writing) => {
    const rows = writing.lines.map((line) => row(line, writing));
    const shown = writing.client.family === 'shadowrocket' ? [[personal('usage')], ...rows] : rows;
    return listOf(shown, writing.client);
  },
};
