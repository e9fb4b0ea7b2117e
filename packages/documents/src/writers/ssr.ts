import { speaksLinks } from '../capability.ts';
import { TEXT_TYPE } from '../format.ts';
import type { Format } from '../format.ts';
import { linkOf } from '../links.ts';
import { personal } from '../template.ts';
import type { Client } from '../user-agent.ts';
import { listOf } from './ss.ts';

/** Apps that are given such lists and read every share link. */
const readsLinks = ({ family }: Client): boolean => family === 'shadowrocket' || family === 'v2rayn';

/**
 * A list for ShadowsocksR apps: the lines that Shadowsocks and ShadowsocksR clients can both speak, as `ss://`. Their
 * cipher is AEAD, which the links of ShadowsocksR never had: apps that still read those take them for a cipher that
 * they do not know. Apps that read share links too get the other lines as such, because the button for this kind opens
 * Shadowrocket.
 */
export const ssr: Format = {
  contentType: TEXT_TYPE,
  extension: '',
  speaks: (protocol, client) => protocol === 'compat' || (readsLinks(client) && speaksLinks(protocol, client)),
  dialect: (client) => {
    const reader = readsLinks(client) ? client.family : 'ssr';
    return client.plain ? `${reader} plain` : reader;
  },
  write: ({ lines, client }) => {
    const rows = lines.map(linkOf);
    return listOf(client.family === 'shadowrocket' ? [[personal('usage')], ...rows] : rows, client);
  },
};
