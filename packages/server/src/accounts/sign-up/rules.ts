import type { Settings } from '@skyport/contract/settings-table';

/** Whether a host is the domain of a second-level agent, where nobody signs up by themselves. */
export const isAgencyHost = (host: string, settings: Pick<Settings, 'agency_user_domain'>): boolean => {
  const domain = settings.agency_user_domain.trim().toLowerCase();
  return domain !== '' && host.toLowerCase().split(':')[0] === domain;
};

/** Channel code of a new account: what the cookie says when it has the shape of one, else the default code. */
export const channelCodeOf = (code: string, settings: Pick<Settings, 'default_channel_code'>): string =>
  /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : settings.default_channel_code;

/** The type of a new account, which the settings decide. */
export const newAccountType = ({ openChannel }: Pick<Settings, 'openChannel'>): 'channel' | 'normal' =>
  openChannel ? 'channel' : 'normal';

/** Sign-ups of a day that are never called many. */
export const MANY_SIGNUPS = 30;

/** Whether a day has three times as many sign-ups as the median of the days before it, and many at all. */
export const manySignups = (today: number, before: readonly number[]): boolean => {
  const sorted = before.toSorted((a, b) => a - b);
  const median = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
  return today >= Math.max(MANY_SIGNUPS, 3 * median);
};
