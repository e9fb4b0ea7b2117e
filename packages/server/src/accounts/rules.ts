import { LinkKind } from '@skyport/contract/subscription';
import type { Settings } from '@skyport/contract/settings-table';

/** Longest stored page address. */
const MAX_URL = 300;

/** Origin and path of a page, without query and fragment's query; empty when it is no HTTP address. */
export const pageOf = (url: string): string => {
  if (!URL.canParse(url)) return '';
  const { protocol, origin, pathname, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return '';
  return `${origin}${pathname}${hash.split('?')[0] ?? ''}`.slice(0, MAX_URL);
};

/** The name of an avatar, which only ever is that of an image that was uploaded here; anything else is no avatar. */
export const iconOf = (icon: string): string =>
  /^(?:\/api\/file\/downloads\/)?([0-9a-f]{32}\.(?:jpg|png|webp))$/.exec(icon)?.[1] ?? '';

/** Whether a host is the domain of a second-level agent, where nobody signs up by themselves. */
export const isAgencyHost = (host: string, settings: Pick<Settings, 'agency_user_domain'>): boolean => {
  const domain = settings.agency_user_domain.trim().toLowerCase();
  return domain !== '' && host.toLowerCase().split(':')[0] === domain;
};

/** Channel code of a new account: what the cookie says when it has the shape of one, else the default code. */
export const channelCodeOf = (code: string, settings: Pick<Settings, 'default_channel_code'>): string =>
  /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : settings.default_channel_code;

/** What a new account starts with that the settings decide. */
export const newAccountTraits = (settings: Settings) => ({
  type: settings.openChannel ? ('channel' as const) : ('normal' as const),
  preferDomain: settings.preferDomain,
  describeHost: settings.describe_host,
});

/** Whose link it claims to be, and the key in it. */
export interface LinkParts {
  readonly userId: string;
  readonly userkey: string;
}

const LINK_PATH =
  /^\/api\/subscript\/([a-z0-9]{1,20})\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([A-Za-z0-9]{32})(?:&|$)/;

/**
 * What a subscription link says, read by our own path alone; undefined for what is no such link. Its host is not looked
 * at: it may be a domain that served the product before. Some clients glue `&name=…` onto the key.
 */
export const linkPartsOf = (link: string): LinkParts | undefined => {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined;
  const { pathname, username, password } = new URL(link);
  if (username || password) return undefined;
  const [, kind, userId, userkey] = LINK_PATH.exec(pathname) ?? [];
  if (!LinkKind.safeParse(kind).success || userId === undefined || userkey === undefined) return undefined;
  return { userId, userkey };
};

/** Sign-ups of a day that are never called many. */
export const MANY_SIGNUPS = 30;

/** Whether a day has three times as many sign-ups as the median of the days before it, and many at all. */
export const manySignups = (today: number, before: readonly number[]): boolean => {
  const sorted = before.toSorted((a, b) => a - b);
  const median = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
  return today >= Math.max(MANY_SIGNUPS, 3 * median);
};
