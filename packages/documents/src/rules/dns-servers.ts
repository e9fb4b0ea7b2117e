import type { Group, Plan, Switches } from './plan.ts';

/** A name server that is asked through a group of lines. */
export interface ThroughLines {
  /** Its address. */
  readonly address: string;
  readonly group: Group;
}

/** The name servers of a document. */
export interface DnsServers {
  /** Two addresses, and the same servers by HTTPS; null where the network breaks that. */
  readonly home: { readonly plain: readonly [string, string]; readonly secure: readonly string[] | null };
  /** Asked as `farAddress` says. */
  readonly far: ThroughLines;
  /** Null for whoever is not abroad, or has no line that leads back. */
  readonly homeLine: ThroughLines | null;
}

/**
 * Resolvers at home: of the mainland normally, worldwide ones abroad. Where the network filters encrypted DNS
 * (`inXinjiang`) there is neither HTTPS nor TLS and every server stands there by its address.
 */
const homeServers = ({ inXinjiang, inForeign }: Switches): DnsServers['home'] => {
  if (inForeign) {
    const secure = ['https://1.1.1.1/dns-query', 'https://8.8.8.8/dns-query'];
    return { plain: ['1.1.1.1', '8.8.8.8'], secure: inXinjiang ? null : secure };
  }
  const secure = ['https://dns.alidns.com/dns-query', 'https://doh.pub/dns-query'];
  return { plain: ['223.5.5.5', '119.29.29.29'], secure: inXinjiang ? null : secure };
};

/** The name servers of a document with this plan. */
export const dnsServersOf = ({ plan, switches }: { readonly plan: Plan; readonly switches: Switches }): DnsServers => ({
  home: homeServers(switches),
  far: { address: '1.1.1.1', group: plan.main },
  homeLine: plan.home && { address: '223.5.5.5', group: plan.home },
});

/** The server abroad as an address: by HTTPS, or by TCP where the network breaks that. */
export const farAddress = ({ home, far }: Pick<DnsServers, 'home' | 'far'>): string =>
  home.secure === null ? `tcp://${far.address}` : `https://${far.address}/dns-query`;
