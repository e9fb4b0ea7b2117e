import { Button } from '@mantine/core';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { chatAppOf } from '@skyport/contract/devices';
import { ordersCalls, type PayMode, type Trade, type WalletCheck } from '@skyport/contract/orders';
import type { UsdtNetwork } from '@skyport/contract/usdt-networks';
import { type ReactNode, useEffect, useState } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useSession } from '../../accounts/index.ts';
import { useCall } from '../../api/index.ts';
import { isMobile } from '../../device/platform.ts';
import { useHost } from '../../notices/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dated } from '../../ui/dated.tsx';
import { dateTime, yuan } from '../../ui/format.ts';
import { Failed, Waiting } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.ts';
import { CouponEntry } from './coupon-entry.tsx';
import { InChatApp } from './in-chat-app.tsx';
import { AlipayWays, Modes } from './modes.tsx';
import { Networks } from './networks.tsx';
import classes from './pay.module.css';
import { dueOf, feeOf, isBlockedIn, membershipAfter, offeredModes, orderGift, sumOf } from './pay-rules.ts';
import { payTexts as texts } from './pay-texts.ts';
import { useBuy } from './use-buy.ts';
import { type Choice, useChoice } from './use-choice.ts';

interface ConfirmOrderProps {
  readonly orderId: string;
  readonly onTrade: (trade: Trade, mode: PayMode) => void;
  /** To the shop, where another order is made. */
  readonly onShop: () => void;
  /** To the orders, where this one is cancelled. */
  readonly onOrders: () => void;
}

/** An order before it is paid: what it gives, what it costs, its coupon, and the ways to pay what is left. */
export const ConfirmOrder = ({ orderId, onTrade, onShop, onOrders }: ConfirmOrderProps): ReactNode => {
  const check = useCall(
    ordersCalls.walletCheck,
    { order_id: orderId },
    { failed: texts.checkFailed, told: codes.conflict.code },
  );
  // Once only: whoever asks the next time is told nothing of it.
  const isCouponGone = check.data?.coupon_gone === true;
  useEffect(() => {
    if (isCouponGone) showToast(texts.couponDropped, 'warning');
  }, [isCouponGone]);
  if (check.error instanceof CallError && check.error.code === codes.conflict.code)
    return <Ended why={check.error.msg} onShop={onShop} />;
  if (check.isError) return <Failed retry={() => void check.refetch()} />;
  return check.data ? <Confirm check={check.data} onTrade={onTrade} onOrders={onOrders} /> : <Waiting height={320} />;
};

/** An order that can no longer be paid, why, and the way to another one. */
const Ended = ({ why, onShop }: Pick<ConfirmOrderProps, 'onShop'> & { readonly why: string }): ReactNode => (
  <div className="sp-stack">
    <div role="alert">{why}</div>
    <Button size="md" onClick={onShop}>
      {texts.toShop}
    </Button>
  </div>
);

const Confirm = ({ check, onTrade, onOrders }: ConfirmProps): ReactNode => {
  const { order, modes } = check;
  const { user } = useSession();
  const [now] = useState(() => Date.now());
  const choice = useChoice(offeredModes(modes, { onPhone: isMobile(), chatApp: chatAppOf(navigator.userAgent) }));
  return (
    <div className="sp-column">
      <div>
        <b>{order.desc}</b>
        <div className="sp-dim sp-small">{texts.gives(orderGift(order))}</div>
        {order.add_vip_duration > 0 && user && (
          <div className="sp-dim sp-small">
            <Dated text={texts.after(membershipAfter(user.vipExpireTime, order.add_vip_duration, now))} />
          </div>
        )}
      </div>
      <Sum check={check} mode={choice.chosen} />
      {order.credited > 0 && <span className="sp-dim sp-small">{texts.credited(yuan(order.credited))}</span>}
      <CouponEntry order={order} />
      <Pay check={check} choice={choice} onTrade={onTrade} onOrders={onOrders} />
    </div>
  );
};

interface CheckProps {
  readonly check: WalletCheck;
}

type ConfirmProps = CheckProps & Pick<ConfirmOrderProps, 'onTrade' | 'onOrders'>;

interface PayProps extends ConfirmProps {
  readonly choice: Choice;
}

const Sum = ({ check, mode }: CheckProps & { readonly mode: PayMode | undefined }): ReactNode => (
  <dl className={classes.sum} aria-live="polite">
    {sumOf(check, mode).map(({ label, amount }) => (
      <div key={label}>
        <dt className="sp-dim">{label}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
    <div className={classes.due}>
      <dt>{texts.due}</dt>
      <dd>{texts.yuan(yuan(dueOf(check, mode)))}</dd>
    </div>
  </dl>
);

/** How what is left is paid: by one of the open ways, by the wallet alone, or by asking somebody. */
const Pay = ({ check, choice, onTrade, onOrders }: PayProps): ReactNode => {
  const [wanted, setWanted] = useState<UsdtNetwork>();
  const chatApp = chatAppOf(navigator.userAgent);
  const buy = useBuy({ onTrade, onUnavailable: choice.fail });
  if (check.payable === 0) {
    return (
      <>
        <span className="sp-dim sp-small">{texts.walletPays}</span>
        <div className={classes.foot}>
          <BusyButton size="md" busy={buy.busy} onClick={() => buy.run(check, 'alipay')}>
            {texts.confirm}
          </BusyButton>
        </div>
      </>
    );
  }
  const { modes, chosen, failed } = choice;
  const network = check.networks.find((each) => each === wanted) ?? check.networks[0];
  if (chosen === undefined) {
    // Chat apps open no other app.
    return chatApp && check.modes.includes('urlscheme') ? (
      <InChatApp app={chatApp} mode="urlscheme" />
    ) : (
      <NoMode order={check.order} onOrders={onOrders} />
    );
  }
  return (
    <>
      <Modes modes={modes} chosen={chosen} failed={failed} disabled={buy.busy} onChoose={choice.choose} />
      <AlipayWays modes={modes} chosen={chosen} failed={failed} disabled={buy.busy} onChoose={choice.choose} />
      {chosen === 'usdt' && network && (
        <Networks networks={check.networks} chosen={network} disabled={buy.busy} onChoose={setWanted} />
      )}
      {chatApp && isBlockedIn(chatApp, chosen) && <InChatApp app={chatApp} mode={chosen} />}
      {choice.instead && <div role="alert">{choice.instead}</div>}
      {feeOf(check.fees, chosen) > 0 && <span role="status">{texts.fee(yuan(feeOf(check.fees, chosen)))}</span>}
      <div className={classes.foot}>
        <BusyButton size="md" busy={buy.busy} onClick={() => buy.run(check, chosen, network)}>
          {texts.pay(yuan(dueOf(check, chosen)))}
        </BusyButton>
      </div>
    </>
  );
};

/** No way to pay is open: says who can be asked, what they have to be told, and what can be done instead. */
const NoMode = ({ order, onOrders }: Pick<ConfirmOrderProps, 'onOrders'> & Pick<WalletCheck, 'order'>): ReactNode => {
  const contact = useHost()?.contact_info;
  const { closed } = texts;
  return (
    <section className="sp-stack" aria-label={closed.title}>
      <b>{closed.title}</b>
      <span>
        <Dated text={closed.how(dateTime(order.expire_time))} />
      </span>
      {contact && <span>{closed.contact(contact)}</span>}
      <div className={classes.exact}>
        <span>
          <span className="sp-dim sp-small">{closed.order}</span>
          <b className="sp-small">{order._id}</b>
        </span>
        <CopyButton text={order._id}>{closed.copy}</CopyButton>
      </div>
      <span className="sp-dim sp-small">{closed.instead}</span>
      <Button variant="default" onClick={onOrders}>
        {closed.toOrders}
      </Button>
    </section>
  );
};
