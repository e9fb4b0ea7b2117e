import type { PlaceholderReason } from '@skyport/documents';
import { isEntitled, isMember, limitOf, usedToday, type TrafficState } from '../../traffic/index.ts';

/** What `subscription-userinfo` says about use. Bytes; seconds since 1970, null while nothing expires. */
export interface Usage {
  readonly upload: number;
  readonly download: number;
  readonly total: number;
  readonly expireSeconds: number | null;
}

/**
 * Use and allowance as clients show them: permanent traffic, and today's quota while there is a membership. The end of
 * a membership stays when it has passed, for clients to show, unless there is something left that does not expire.
 */
export const usageOf = (state: TrafficState, now: Date, today: string): Usage => {
  const daily = isMember(state, now) || state.dailyUnlimited;
  const showsEnd = isMember(state, now) || !isEntitled(state, now, today);
  return {
    upload: 0,
    download: state.spent + (daily ? usedToday(state, today) : 0),
    total: state.granted + (daily ? limitOf(state) : 0),
    expireSeconds: showsEnd && state.vipUntil ? Math.floor(state.vipUntil.getTime() / 1000) : null,
  };
};

/**
 * Why an account with nothing left gets no lines: its membership has ended, everything is used, or it never had
 * anything.
 */
export const emptyReason = (state: TrafficState, now: Date): PlaceholderReason => {
  if (state.vipUntil !== null && state.vipUntil <= now) return 'expired';
  const hadSomething = state.granted > 0 || state.spent > 0 || state.vipUntil !== null || state.dailyUnlimited;
  return hadSomething ? 'usedUp' : 'new';
};

/**
 * Hosts of the console that an account is sent to: the domain that it is told to prefer (may be empty), and that of its
 * document's page. Reserve domains are nobody's business here: a document would give them all away.
 */
export const consoleHostsOf = (preferredDomain: string, pageHost: string): string[] => [
  ...new Set([hostOf(preferredDomain), pageHost].filter((host) => host !== '')),
];

/** Where the console and the links are: by the settings and the account, else the host that the request came to. */
export interface LinkAddresses {
  /** Host that clients fetch documents from. */
  readonly selfHost: string;
  /** Scheme and host of subscription links, without a slash at the end. */
  readonly linkBase: string;
  /** Address of the console, and its host. */
  readonly webPage: string;
  readonly pageHost: string;
  /** Whether the request's host is one of these: whoever asks may have made it up. */
  readonly isByRequest: boolean;
}

const hostOf = (address: string): string => {
  const text = address.includes('://') ? address : `https://${address}`;
  return address === '' ? '' : (URL.parse(text)?.hostname ?? '');
};

const baseOf = (address: string): string => {
  const base = address.replace(/\/+$/, '');
  return base === '' || base.includes('://') ? base : `https://${base}`;
};

/** The addresses from the base of the links (may be empty), the public address (may be empty) and the request. */
export const linkAddressesOf = (
  describeHost: string,
  publicUrl: string,
  request: { readonly host: string; readonly secure: boolean },
): LinkAddresses => {
  const origin = `${request.secure ? 'https' : 'http'}://${request.host}`;
  const webPage = publicUrl || origin;
  const pageHost = hostOf(webPage);
  return {
    selfHost: hostOf(describeHost) || pageHost,
    linkBase: baseOf(describeHost) || baseOf(publicUrl) || origin,
    webPage,
    pageHost,
    isByRequest: publicUrl === '',
  };
};
