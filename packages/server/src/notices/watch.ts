import { inTransaction } from '@skyport/db';
import { DAY_MS, dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { amount, hourOf, minuteText } from './rules.ts';
import { notify } from './notify.ts';
import { texts } from './texts.ts';
import {
  forgetEndings,
  listEnding,
  listTrafficChanges,
  lockWatch,
  noteEndingNotified,
  noteNewAccounts,
  noteTrafficNotified,
  type EndingMembership,
  type TrafficChange,
} from './watch-store.ts';

/** Accounts in one transaction: those that are told something, and those that are only taken note of. */
const AT_ONCE = 500;
const NEW_AT_ONCE = 20_000;
/** Ending memberships that are listed at once. */
const ENDING_AT_ONCE = 1000;

/** Hour of the operator's day before which nobody is told that membership ends: phones ring. */
const FROM_HOUR = 9;

/** Where more is to be had; an agency's customers have no shop. */
const placeOf = ({ isAgencyUser }: { readonly isAgencyUser: boolean }): string => (isAgencyUser ? '#/' : '#/shop');

/** Notices before the end of membership: which one, and for how many days left. */
const NOTICES = [
  { notice: 3, from: 2, days: 3 },
  { notice: 1, from: 0, days: 1 },
] as const;

/**
 * Tells accounts whose daily quota or permanent traffic has come to 80 % or 100 %, once for each time it does. An
 * account that is seen for the first time is told nothing: how it came there is not known.
 */
export const watchTraffic = async (deps: Deps, stop?: AbortSignal): Promise<void> => {
  const now = deps.clock.now();
  const today = dayOf(now, deps.settings.current().timezone);
  const noteNew = (after: number): Promise<number | undefined> =>
    inTransaction(deps.db, async (trx) => {
      await lockWatch(trx);
      return noteNewAccounts(trx, { now, today, after, limit: NEW_AT_ONCE });
    });
  const noteAllNew = async (after: number): Promise<void> => {
    for (let from: number | undefined = after; from !== undefined && !stop?.aborted;) from = await noteNew(from);
  };
  const next = (after: number): Promise<{ readonly firstNew: number | undefined; readonly last: number | undefined }> =>
    inTransaction(deps.db, async (trx) => {
      await lockWatch(trx);
      const listed = await listTrafficChanges(trx, { now, today, after, limit: AT_ONCE });
      const changes = listed.filter(({ isNew }) => !isNew);
      if (changes.length > 0) await noteTrafficNotified(trx, changes, today);
      for (const change of changes) {
        for (const text of sentencesOf(change)) {
          await notify(trx, deps, { userId: change.userId, kind: 'traffic', href: placeOf(change), text });
        }
      }
      const last = listed.length === AT_ONCE ? listed.at(-1)?.userNum : undefined;
      return { firstNew: listed.find(({ isNew }) => isNew)?.userNum, last };
    });
  for (let after: number | undefined = 0; after !== undefined && !stop?.aborted;) {
    const { firstNew, last } = await next(after);
    if (firstNew !== undefined) await noteAllNew(firstNew - 1);
    after = last;
  }
};

const sentencesOf = (change: TrafficChange): string[] => {
  const said: string[] = [];
  const { dayLevel, dayNotified, dayLimit, baseLevel, baseNotified, left } = change;
  if (dayLevel > dayNotified && dayLevel === 80) said.push(texts.quota[80](amount(dayLimit)));
  if (dayLevel > dayNotified && dayLevel === 100) said.push(texts.quota[100](amount(dayLimit), left > 0));
  if (baseLevel > baseNotified && baseLevel === 80) said.push(texts.permanent[80](amount(left)));
  if (baseLevel > baseNotified && baseLevel === 100) said.push(texts.permanent[100]);
  return said;
};

/** Tells members that their membership ends in 3 days and in 1 day, once each for each date of its end. */
export const watchMembership = async (deps: Deps, stop?: AbortSignal): Promise<void> => {
  const now = deps.clock.now();
  const { timezone } = deps.settings.current();
  if (hourOf(now, timezone) < FROM_HOUR) return;
  const today = dayOf(now, timezone);
  for (const { notice, from, days } of NOTICES) {
    const tell = async (ending: EndingMembership): Promise<void> => {
      const { userNum, userId, until, daysLeft } = ending;
      await inTransaction(deps.db, async (trx) => {
        await lockWatch(trx);
        if (!(await noteEndingNotified(trx, { userNum, until, days: notice }))) return;
        const text = texts.membership(daysLeft, minuteText(until, timezone));
        await notify(trx, deps, { userId, kind: 'membership', href: placeOf(ending), text });
      });
    };
    for (let after = 0; ;) {
      const some = await listEnding(deps.db, {
        now,
        today,
        timezone,
        from,
        days,
        notice,
        after,
        limit: ENDING_AT_ONCE,
      });
      for (const ending of some) {
        if (stop?.aborted) return;
        await tell(ending);
      }
      after = some.at(-1)?.userNum ?? after;
      if (some.length < ENDING_AT_ONCE) break;
    }
  }
  await forgetEndings(deps.db, new Date(now.getTime() - 7 * DAY_MS));
};
