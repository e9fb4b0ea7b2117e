import type { Switches } from './plan.ts';

/**
 * Where names are asked. `local` are addresses only; `secure` are the same by HTTPS, null where the
 * network breaks that.
 */
export interface DnsPlan {
  readonly local: readonly [string, string];
  readonly secure: readonly string[] | null;
}

/**
 * Resolvers for a user: of the mainland normally, worldwide ones abroad. Where the network filters encrypted DNS
 * (`inXinjiang`) there is neither HTTPS nor TLS and every server stands there by its address.
 */
export const dnsPlan = ({ inXinjiang, inForeign }: Switches): DnsPlan => {
  if (inForeign) {
    return {
      local: ['1.1.1.1', '8.8.8.8'],
      secure: inXinjiang ? null : ['https://1.1.1.1/dns-query', 'https://8.8.8.8/dns-query'],
    };
  }
  return {
    local: ['223.5.5.5', '119.29.29.29'],
    secure: inXinjiang ? null : ['https://dns.alidns.com/dns-query', 'https://doh.pub/dns-query'],
  };
};
