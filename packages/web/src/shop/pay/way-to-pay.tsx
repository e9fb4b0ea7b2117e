import { Button } from '@mantine/core';
import type { PayMode, Trade } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { isMobile } from '../../device/platform.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { yuan } from '../../ui/format.ts';
import { QrCanvas } from '../../ui/qr-modal.tsx';
import { networkOf, type Way, wayOf } from './pay-rules.ts';
import classes from './pay.module.css';
import { payTexts } from './pay-texts.ts';

const texts = payTexts.waiting;

interface WayToPayProps {
  readonly trade: Trade;
  readonly mode: PayMode;
}

/** Where a trade is paid: a code to scan, an address of a wallet, a page, or an app. */
export const WayToPay = ({ trade, mode }: WayToPayProps): ReactNode => {
  const way = wayOf(trade, window.location.href);
  if (way.kind === 'usdt') return <Usdt way={way} />;
  return (
    <>
      <div>
        <span className="sp-dim sp-small">{texts.amount}</span>
        <div>
          <b className={classes.figure}>{payTexts.yuan(yuan(trade.request_pay_amound))}</b>
        </div>
      </div>
      {way.kind === 'qrcode' && <Code way={way} mode={mode} />}
      {way.kind === 'payurl' && <Link hint={texts.leads} url={way.url} label={texts.again} />}
      {way.kind === 'urlscheme' && <Link hint={texts.app} url={way.url} label={texts.openApp} />}
      {way.kind === 'none' && <span>{texts.none}</span>}
    </>
  );
};

type Of<K extends Way['kind']> = Extract<Way, { readonly kind: K }>;

const Code = ({ way, mode }: { readonly way: Of<'qrcode'>; readonly mode: PayMode }): ReactNode => (
  <div className={classes.code}>
    <QrCanvas text={way.text} />
    <span>{mode === 'usdt' ? texts.scanUsdt : texts.scan(payTexts.modes.names[mode])}</span>
    {mode !== 'usdt' && way.here === undefined && isMobile() && (
      <span className="sp-dim sp-small">{texts.scanSelf(payTexts.modes.names[mode])}</span>
    )}
    {way.here !== undefined && (
      <a href={way.here} target="_blank" rel="noreferrer">
        {texts.here}
      </a>
    )}
  </div>
);

const Link = (link: { readonly hint: string; readonly url: string; readonly label: string }): ReactNode => (
  <>
    <span>{link.hint}</span>
    <Button component="a" href={link.url} size="md">
      {link.label}
    </Button>
  </>
);

const Usdt = ({ way: { address, amount } }: { readonly way: Of<'usdt'> }): ReactNode => {
  const network = networkOf(address);
  return (
    <>
      <div className={classes.code}>
        <QrCanvas text={address} />
      </div>
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
          <b className="sp-small">{address}</b>
        </span>
        <CopyButton text={address}>{texts.copyAddress}</CopyButton>
      </div>
      <span className="sp-dim sp-small">{texts.usdtHint(network)}</span>
    </>
  );
};
