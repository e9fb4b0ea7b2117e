import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { checkinCalls } from '@skyport/contract/checkin';
import { useState } from 'react';
import { leadToLogIn, useChange } from '../api/index.ts';
import { readCookie, writeCookie } from '../device/cookies.ts';
import { useHost } from '../notices/index.ts';
import { showToast, type ToastText } from '../ui/toasts.ts';
import { CHECKIN_COOKIE, checkInDone, checkInRefusal, productDay } from './rules.ts';
import { texts } from './texts.ts';

/** Checks the account in, once a day and browser, and says what it gave or why not; `refusal` is known before. */
export const useCheckIn = (
  user: UserInfo | undefined,
): { readonly run: () => Promise<void>; readonly busy: boolean; readonly refusal: ToastText | undefined } => {
  const timezone = useHost()?.timezone;
  const change = useChange(checkinCalls.signUse, { failed: texts.failed, invalidates: [accountsCalls.userInfo] });
  const [opened] = useState(() => Date.now());
  const refusalAt = (now: number): ToastText | undefined =>
    user && checkInRefusal(user, { lastDay: readCookie(CHECKIN_COOKIE), today: productDay(now, timezone) });
  const run = async (): Promise<void> => {
    if (!user) return leadToLogIn();
    const refusal = refusalAt(Date.now());
    if (refusal) {
      showToast(refusal, 'warning');
      return;
    }
    const answer = await change.run({});
    if (!answer) return;
    writeCookie(CHECKIN_COOKIE, productDay(Date.now(), timezone));
    showToast(checkInDone(answer, user.signUseRewardInfo), 'success');
  };
  return { run, busy: change.busy, refusal: refusalAt(opened) };
};
