import { readLinkList } from '@skyport/documents/testing/readers/uri';
import { xrayClientConfig } from '@skyport/documents/testing/readers/xray';
import { PROXY_PORT } from './adapt.ts';

/** What Xray reads as its configuration, and the port of each line's own inbound by the line's name. */
export interface XrayClient {
  readonly config: string;
  readonly ports: ReadonlyMap<string, number>;
}

interface Inbound {
  readonly port: number;
}

/**
 * All that is changed of the inbounds: they speak HTTP beside SOCKS and listen on every address of the host, so that a
 * test sees them begin.
 */
const open = (inbounds: readonly Inbound[]): object[] =>
  inbounds.map((inbound) => ({ ...inbound, listen: '0.0.0.0', protocol: 'mixed' }));

/**
 * Xray as apps around it run it. A list of share links: each becomes an outbound, with an inbound of its own in front.
 * One whole configuration: as it is, with one line. Throws for a link that the reader refuses.
 */
export const xrayFrom = (document: string): XrayClient => {
  if (document.startsWith('{')) return fromConfiguration(document);
  const { links } = readLinkList(document);
  const config = xrayClientConfig(links, { socksPort: PROXY_PORT, portPerLine: true });
  return {
    config: JSON.stringify({ ...config, inbounds: open(config['inbounds'] as readonly Inbound[]) }),
    ports: new Map(links.map(({ name }, index) => [name, PROXY_PORT + index])),
  };
};

const fromConfiguration = (document: string): XrayClient => {
  const config = JSON.parse(document) as { readonly remarks: string; readonly inbounds: readonly Inbound[] };
  return {
    config: JSON.stringify({ ...config, inbounds: open(config.inbounds) }),
    ports: new Map([[config.remarks, config.inbounds[0]?.port ?? 0]]),
  };
};
