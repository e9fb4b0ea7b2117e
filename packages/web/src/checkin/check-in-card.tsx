import type { UserInfo } from '@skyport/contract/accounts';
import { CHECK_IN_REWARDS } from '@skyport/contract/check-in-rewards';
import type { ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { streakDots } from './rules.ts';
import { texts } from './texts.ts';
import { useCheckIn } from './use-check-in.ts';

/** The card of the daily check-in: streak, dots, button. */
export const CheckInCard = ({ user }: { user: UserInfo | undefined }): ReactNode => {
  const { run, busy, refusal } = useCheckIn(user);
  const { signUseRewardTraffic, continueSignUseDay } = user?.signUseRewardInfo ?? CHECK_IN_REWARDS;
  const streak = user?.haveContinueSignUseData ?? 0;
  const { all, lit } = streakDots(streak, continueSignUseDay);
  return (
    <section className="sp-card sp-stat sp-stat-wide">
      <h2 className="sp-stat-head">
        {texts.title} <span>{texts.progress(streak, continueSignUseDay)}</span>
      </h2>
      <div className="sp-dots" role="img" aria-label={texts.progressLabel(streak, continueSignUseDay)}>
        {Array.from({ length: all }, (_, at) => (
          <i key={at} {...(at < lit && { 'data-on': true })} />
        ))}
      </div>
      <BusyButton
        className="sp-reward-button"
        color="reward"
        fullWidth
        busy={busy}
        disabled={user?.signUseToday === true}
        data-muted={refusal !== undefined || undefined}
        onClick={() => void run()}
      >
        {user?.signUseToday ? texts.signed : texts.button}
        {!user?.signUseToday && signUseRewardTraffic > 0 && texts.reward(signUseRewardTraffic)}
      </BusyButton>
    </section>
  );
};
