import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCanvas } from '../../ui/qr-modal.tsx';
import type { Way } from './pay-rules.ts';
import { payTexts } from './pay-texts.ts';
import classes from './pay.module.css';

const texts = payTexts.waiting;

interface UsdtWayProps {
  readonly way: Extract<Way, { readonly kind: 'usdt' }>;
}

/** An address of a wallet, the exact amount that has to arrive there, and what makes a transfer go astray. */
export const UsdtWay = ({ way: { address, amount, network } }: UsdtWayProps): ReactNode => {
  return (
    <>
      <div className={classes.exact}>
        <span>
          <span className="sp-dim sp-small">{texts.exact}</span>
          <b className={classes.figure}>{texts.usdt(amount)}</b>
        </span>
        <CopyButton text={amount}>{texts.copyAmount}</CopyButton>
      </div>
      <div className={classes.exact}>
        <span>
          <span className="sp-dim sp-small">{texts.address(network)}</span>
          <b className={classes.address}>{address}</b>
        </span>
        <CopyButton text={address}>{texts.copyAddress}</CopyButton>
      </div>
      <div className={classes.code}>
        <QrCanvas text={address} />
      </div>
      <section aria-label={texts.usdtTitle}>
        <b>{texts.usdtTitle}</b>
        <ul className={classes.steps}>
          {texts.usdtHints(network, amount).map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      </section>
    </>
  );
};
