import { Button } from '@mantine/core';
import { chatAppOf } from '@skyport/contract/devices';
import type { PayMode, Trade } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { PAY_REFERRER } from '../../device/navigation.ts';
import { isMobile } from '../../device/platform.ts';
import { yuan } from '../../ui/format.ts';
import { CodeWay } from './code-way.tsx';
import { InChatApp } from './in-chat-app.tsx';
import { isBlockedIn, wayOf } from './pay-rules.ts';
import { payTexts } from './pay-texts.ts';
import classes from './pay.module.css';
import { UsdtWay } from './usdt-way.tsx';

const texts = payTexts.waiting;

interface WayToPayProps {
  readonly trade: Trade;
  readonly mode: PayMode;
}

/** Where a trade is paid: a code to scan, an address of a wallet, a page, or an app. */
export const WayToPay = ({ trade, mode }: WayToPayProps): ReactNode => {
  const way = wayOf(trade, window.location.href);
  const chatApp = chatAppOf(navigator.userAgent);
  if (way.kind === 'usdt') return <UsdtWay way={way} />;
  return (
    <>
      <div>
        <span className="sp-dim sp-small">{texts.amount}</span>
        <div>
          <b className={classes.figure}>{payTexts.yuan(yuan(trade.request_pay_amound))}</b>
        </div>
        {trade.fee > 0 && <span className="sp-dim sp-small">{texts.fee(yuan(trade.fee))}</span>}
      </div>
      {chatApp && way.kind !== 'none' && isBlockedIn(chatApp, mode) && <InChatApp app={chatApp} mode={mode} />}
      {way.kind === 'qrcode' && <CodeWay way={way} mode={mode} />}
      {way.kind === 'payurl' && <Link hint={texts.leads} url={way.url} label={texts.again} />}
      {way.kind === 'urlscheme' && <AppWay url={way.url} app={texts.apps[mode]} />}
      {way.kind === 'none' && <span>{texts.none}</span>}
    </>
  );
};

const Link = (link: { readonly hint: string; readonly url: string; readonly label: string }): ReactNode => (
  <>
    <span>{link.hint}</span>
    <Button component="a" href={link.url} referrerPolicy={PAY_REFERRER} size="md">
      {link.label}
    </Button>
  </>
);

/** An app that is opened, which only phones can do. */
const AppWay = ({ url, app }: { readonly url: string; readonly app: string }): ReactNode => {
  if (!isMobile()) return <span>{texts.onPhone(app)}</span>;
  return (
    <>
      <Link hint={texts.app(app)} url={url} label={texts.openApp(app)} />
      <span className="sp-dim sp-small">{texts.noApp(app)}</span>
    </>
  );
};
