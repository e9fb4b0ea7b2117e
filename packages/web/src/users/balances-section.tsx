import { Button } from '@mantine/core';
import { type UserDetail, usersCalls as calls } from '@skyport/contract/users';
import type { UserBalances } from '@skyport/contract/users-page';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/index.ts';
import { walletAddress } from '../list-page/user-address.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { traffic } from '../ui/format.ts';
import { shopTime } from '../ui/shop-time.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/section.tsx';
import { walletYuan } from '../ui/wallet-yuan.ts';
import { pageTexts } from './page-texts.ts';

const texts = pageTexts.balances;

/** What is rarely there is said only when it is. */
const unusual = (amount: number, label: string, show: (amount: number) => string): readonly Fact[] =>
  amount === 0 ? [] : [[label, show(amount)]];

const factsOf = (user: UserDetail, balances: UserBalances): readonly Fact[] => [
  [texts.left, traffic(balances.traffic_left)],
  [texts.spent, `${traffic(user.spendTraffic)} / ${traffic(user.traffic)}`],
  ...balances.trials.map(({ _id, left, expireTime }): Fact => [
    texts.trial,
    <span key={_id}>{texts.trialEnds(traffic(left), shopTime(expireTime))}</span>,
  ]),
  [texts.vip, balances.member ? shopTime(user.vipExpireTime) : texts.noDay],
  [
    texts.day,
    balances.day_limit > 0 ? `${traffic(balances.day_used)} / ${traffic(balances.day_limit)}` : pageTexts.none,
  ],
  ...(balances.paused_until === null ? [] : [[texts.paused, shopTime(balances.paused_until)] as const]),
  ...unusual(balances.pending, texts.pending, traffic),
  ...unusual(balances.overrun, texts.overrun, traffic),
  [texts.wallet, walletYuan(balances.wallet)],
  ...unusual(balances.wallet_rebate, texts.rebate, walletYuan),
  ...unusual(balances.wallet_hold, texts.hold, walletYuan),
  ...unusual(balances.withdrawing, texts.withdrawing, walletYuan),
  ...unusual(balances.in_transfer, texts.transfer, traffic),
];

/** What an account has: traffic, the quota of today, and money. */
export const BalancesSection = ({ user }: { user: UserDetail }): ReactNode => {
  const read = useCall(calls.balances, { uid: user._id });
  return (
    <Section title={texts.title}>
      <Loaded of={read} height={160}>
        {(balances) => (
          <>
            <Facts label={texts.title} facts={factsOf(user, balances)} />
            {!user.is_agency_user && (
              <div>
                <Button component={Link} to={walletAddress(user._id)} variant="default">
                  {texts.walletPage}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
};
