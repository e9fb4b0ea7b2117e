import { Button } from '@mantine/core';
import type { Output } from '@skyport/contract/call';
import type { inviteCalls } from '@skyport/contract/invite';
import { type ReactNode, use, useState } from 'react';
import { Link } from 'react-router';
import { BuiltPages } from '../ui/built-pages.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { percent, plain } from '../ui/format.ts';
import { QrModal } from '../ui/qr-modal.tsx';
import { walletYuan } from '../ui/wallet-yuan.ts';
import './invite.css';
import { texts } from './texts.ts';

/** What the server says of a channel. */
export type Info = Output<typeof inviteCalls.channelInfo>;

/** The link by which others sign up, and what it has earned. */
export const InviteCard = ({ info }: { info: Info }): ReactNode => {
  const { rewardRate, comsumerDuration, link } = info.chanelInfo;
  return (
    <section className="sp-card sp-stack" aria-label={texts.link}>
      <div>
        <div className="sp-row sp-between">
          <h2 className="sp-h2">{texts.link}</h2>
          <span className="sp-pill" data-tone="reward">
            {texts.recurring} {percent(rewardRate)}
          </span>
        </div>
        <span className="sp-dim">
          {texts.lead(percent(rewardRate))}
          {comsumerDuration === null ? texts.forEver : texts.limited(comsumerDuration)}
        </span>
      </div>
      <InviteLink link={link} />
      <Figures info={info} />
    </section>
  );
};

const InviteLink = ({ link }: { link: string }): ReactNode => {
  const [qr, setQr] = useState(false);
  return (
    <div className="sp-invite-link">
      <code>{link}</code>
      <div className="sp-row">
        <CopyButton text={link} variant="filled">
          {texts.copy}
        </CopyButton>
        <Button variant="default" onClick={() => setQr(true)}>
          {texts.qr}
        </Button>
      </div>
      <QrModal opened={qr} onClose={() => setQr(false)} title={texts.qrTitle} description={texts.qrHint} text={link} />
    </div>
  );
};

const Figures = ({ info }: { info: Info }): ReactNode => {
  const hasWallet = use(BuiltPages)('/wallet');
  const figures = [
    [texts.rate, percent(info.chanelInfo.rewardRate)],
    [texts.figures.invited, texts.people(info.invited)],
    [texts.figures.rewards, texts.times(info.rewards)],
    [texts.figures.earned, walletYuan(info.earned)],
  ] as const;
  return (
    <>
      <dl className="sp-invite-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <span className="sp-dim sp-small">
        {texts.withdraw(plain(info.min_charge_money, 3))} {hasWallet && <Link to="/wallet">{texts.toWallet}</Link>}
      </span>
    </>
  );
};
