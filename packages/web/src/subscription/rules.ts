import type { UserInfo } from '@skyport/contract/accounts';
import { DAILY_QUOTA } from '@skyport/contract/units';
import type { Platform } from '@skyport/contract/devices';
import type { ToastText } from '../ui/toasts.ts';
import type { ClientApp } from '@skyport/contract/client-links';
import { texts } from './texts.ts';

/** Why a subscription menu stays closed, and whether the account should be read again. */
export interface Refusal {
  readonly message: ToastText;
  readonly refresh: boolean;
}

const NEEDS_ID: readonly ClientApp[] = ['shadowrocket', 'ssr'];

/** Who asks: nobody (`visitor`), or an account, which is undefined when it could not be read. */
interface Asker {
  readonly visitor: boolean;
  readonly user: Pick<UserInfo, '_id' | 'userkey'> | undefined;
}

/**
 * Whether the menu of a client may open: somebody is logged in, and their record is there, whole where
 * the link needs it.
 */
export const subscribeRefusal = (app: ClientApp, { visitor, user }: Asker): Refusal | undefined => {
  if (visitor) return { message: app === 'singbox' ? texts.loginForSingbox : texts.loginToSubscribe, refresh: false };
  if (!user || (NEEDS_ID.includes(app) && (!user._id || user._id === 'undefined')))
    return { message: texts.userIncomplete, refresh: true };
  if (user.userkey === '') return { message: texts.loginAgain, refresh: false };
  return undefined;
};

/** Import links of these open an app that exists on phones only. */
const ON_PHONES: readonly ClientApp[] = ['shadowrocket', 'quantumultX', 'quantumult'];

/** Import links of these open an app that exists on Apple's devices only. */
const ON_APPLE: readonly ClientApp[] = ['loon', 'stash'];

/** Why a client cannot be opened by a link on this device. */
export const importRefusal = (app: ClientApp, platform: Platform): ToastText | undefined => {
  if (ON_PHONES.includes(app) && platform !== 'iOS' && platform !== 'Android') return texts.mobileOnly;
  if (app === 'surge' && platform !== 'iOS') return texts.iosOnly;
  if (ON_APPLE.includes(app) && platform !== 'iOS' && platform !== 'macOS') return texts.appleOnly;
  return undefined;
};

/** The day's quota: bytes used and allowed, and the share used in percent, never above 100. */
export const quotaOf = (
  user: Pick<UserInfo, 'dailyTimePackageUsage'> & { readonly limit?: number | undefined },
): { readonly used: number; readonly limit: number; readonly percent: number } => {
  const limit = user.limit ?? DAILY_QUOTA;
  const used = user.dailyTimePackageUsage;
  return { used, limit, percent: limit === 0 ? 100 : Math.min(100, (used / limit) * 100) };
};

/** Permanent traffic that is left, in bytes; never below 0. */
export const permanentLeft = (user: Pick<UserInfo, 'traffic' | 'spendTraffic'>): number =>
  Math.max(0, user.traffic - user.spendTraffic);

/**
 * What the account can use now: `member` has days, `quota` a special daily quota, `traffic` permanent traffic. `now` in
 * ms.
 */
export const standingOf = (
  user: Pick<UserInfo, 'traffic' | 'spendTraffic' | 'vipExpireTime' | 'specialDailyUnlimitTraffic' | 'limit'>,
  now: number,
): 'member' | 'quota' | 'traffic' | 'nothing' => {
  if (user.vipExpireTime !== null && Date.parse(user.vipExpireTime) > now) return 'member';
  if (user.specialDailyUnlimitTraffic && user.limit > 0) return 'quota';
  return permanentLeft(user) > 0 ? 'traffic' : 'nothing';
};
