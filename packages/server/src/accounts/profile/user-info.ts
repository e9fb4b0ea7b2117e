import type { accountsCalls } from '@skyport/contract/accounts';
import { dayOf, MINUTE_MS } from '../../platform/clock.ts';
import type { Handler } from '../../platform/deps.ts';
import { isStaff } from '../../platform/staff.ts';
import { pageOf } from '../rules.ts';
import { userkeyAssociatedData } from '../sign-up/create.ts';
import { presentProfile } from './present.ts';
import { profileRead, type ProfileRow } from './profile-store.ts';

/** How old `last_active_at` may be before a call writes it again: reading must stay cheaper than writing. */
const SEEN_EVERY_MS = MINUTE_MS;

type UserInfo = Handler<(typeof accountsCalls)['userInfo']>;

const showProfile: UserInfo = async (
  { page_url },
  { caller, callerRow, page, bothParts },
  { clock, settings, secrets, lastSeen },
) => {
  const now = clock.now();
  const row = callerRow as ProfileRow;
  if (isStale(row, now)) await lastSeen.account({ id: caller.id, at: now, url: pageOf(page_url ?? page) });
  // Scripts of a page can read the session's other part: by itself it must not open the subscription.
  const userkey = bothParts ? secrets.decrypt(row.userkey_enc, userkeyAssociatedData(row.id)) : '';
  const current = settings.current();
  const mustSetUp = current.staff_second_step && isStaff(row.type ?? undefined) && !row.second_step;
  return {
    ...presentProfile(row, { userkey, settings: current, today: dayOf(now, current.timezone) }),
    ...(mustSetUp && { second_step_required: true as const }),
  };
};

/** What the console shows of the account that is logged in; notes that it was there. */
export const userInfo: UserInfo = Object.assign(showProfile, { callerRead: profileRead });

const isStale = (row: ProfileRow, now: Date): boolean => now.getTime() - row.last_active_at.getTime() >= SEEN_EVERY_MS;
