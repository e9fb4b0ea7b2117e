import { readLinkList } from '@skyport/documents/testing/readers/uri';
import { xrayClientConfig } from '@skyport/documents/testing/readers/xray';
import { PROXY_PORT } from './adapt.ts';

/** What Xray reads as its configuration, and the port of each line's own inbound by the line's name. */
export interface XrayClient {
  readonly config: string;
  readonly ports: ReadonlyMap<string, number>;
}

/**
 * Xray as a client of a list of share links, as apps around it do it: each link becomes an outbound, with an inbound of
 * its own in front. The inbounds speak HTTP too and listen on every address of the host, so that a test sees them begin.
 * Throws for a link that the reader refuses.
 */
export const xrayFromLinks = (document: string): XrayClient => {
  const { links } = readLinkList(document);
  const config = xrayClientConfig(links, { socksPort: PROXY_PORT, portPerLine: true });
  const inbounds = config['inbounds'] as readonly object[];
  const open = inbounds.map((inbound) => ({ ...inbound, listen: '0.0.0.0', protocol: 'mixed' }));
  return {
    config: JSON.stringify({ ...config, inbounds: open }),
    ports: new Map(links.map(({ name }, index) => [name, PROXY_PORT + index])),
  };
};
