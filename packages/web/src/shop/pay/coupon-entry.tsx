import { Button } from '@mantine/core';
import { codes } from '@skyport/contract/codes';
import { couponsCalls } from '@skyport/contract/coupons';
import { type Order, ordersCalls } from '@skyport/contract/orders';
import { TypedCouponCode } from '@skyport/contract/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { readAgain, useCall, useChange } from '../../api/index.ts';
import { CodeForm, type CodeOutcome } from '../../ui/code-form.tsx';
import { date, plain } from '../../ui/format.ts';
import { showToast } from '../../ui/toasts.ts';
import { couponRefused, removalRefused } from './pay-rules.ts';
import { payTexts } from './pay-texts.ts';

const texts = payTexts.couponEntry;

/** What an order becomes stale in when its coupon changes. */
const invalidates = [ordersCalls.walletCheck, ordersCalls.orderList, couponsCalls.mine];

/** Where a coupon is put on an order, or taken off again; once a payment has begun it stays as it is. */
export const CouponEntry = ({ order }: { readonly order: Order }): ReactNode => {
  if (order.frozen) return <span className="sp-dim sp-small">{texts.frozen}</span>;
  return order.coupon_code === '' ? <ApplyCoupon orderId={order._id} /> : <RemoveCoupon orderId={order._id} />;
};

interface OfOrder {
  readonly orderId: string;
}

const RemoveCoupon = ({ orderId }: OfOrder): ReactNode => {
  const remove = useChange(ordersCalls.cancelCoupon, { invalidates, failed: removalRefused });
  return (
    <BusyButton variant="default" busy={remove.busy} onClick={() => void remove.run({ order_id: orderId })}>
      {texts.remove}
    </BusyButton>
  );
};

const ApplyCoupon = ({ orderId }: OfOrder): ReactNode => {
  const [opened, setOpened] = useState(false);
  if (opened) return <CouponForm orderId={orderId} />;
  return (
    <Button variant="default" onClick={() => setOpened(true)}>
      {texts.open}
    </Button>
  );
};

const EMPTIES = { empties: true } as const;

const CouponForm = ({ orderId }: OfOrder): ReactNode => {
  const client = useQueryClient();
  const apply = useChange(ordersCalls.useCoupon, {
    invalidates,
    failed: couponRefused,
    onFailed: ({ code: refused }) => {
      // Another tab was faster: the order is shown as it is now.
      if (refused === codes.orderHasCoupon.code || refused === codes.conflict.code) void readAgain(client, invalidates);
    },
  });
  const take = async (typed: string): Promise<CodeOutcome> => {
    const { data: code } = TypedCouponCode.safeParse(typed);
    if (code !== undefined) await apply.run({ order_id: orderId, code });
    // No coupon has such a code: the server need not be asked.
    else showToast(texts.wrong, 'error');
    return EMPTIES;
  };
  return (
    <>
      <CodeForm label={texts.label} placeholder={texts.placeholder} empty={texts.empty} take={take} beside>
        <BusyButton variant="default" type="submit" busy={apply.busy}>
          {texts.apply}
        </BusyButton>
      </CodeForm>
      <OwnCoupons busy={apply.busy} onChoose={(code) => void take(code)} />
    </>
  );
};

interface OwnCouponsProps {
  readonly busy: boolean;
  readonly onChoose: (code: string) => void;
}

/** Coupons of the customer alone, to be chosen at a click; nothing where there are none. */
const OwnCoupons = ({ busy, onChoose }: OwnCouponsProps): ReactNode => {
  const { data = [] } = useCall(couponsCalls.mine, {}, { silent: true });
  if (data.length === 0) return null;
  return (
    <div className="sp-row" role="group" aria-label={texts.own}>
      {data.map(({ _id, code, discount, expireTime }) => (
        <Button key={_id} variant="default" size="compact-sm" disabled={busy} onClick={() => onChoose(code)}>
          {texts.ownCoupon(plain(discount * 10, 1), date(expireTime))}
        </Button>
      ))}
    </div>
  );
};
