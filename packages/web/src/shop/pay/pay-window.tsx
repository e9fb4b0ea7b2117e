import { ordersCalls, type PayMode, type Trade } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readAgain } from '../../api/index.ts';
import { leaveFor } from '../../device/navigation.ts';
import { Window } from '../../ui/window.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { wayOf } from './pay-rules.ts';
import { payTexts as texts } from './pay-texts.ts';
import { Paid } from './paid.tsx';
import { PayTrade } from './pay-trade.tsx';

/** How far a purchase is. */
type Stage =
  | { readonly kind: 'confirm' }
  | { readonly kind: 'pay'; readonly trade: Trade; readonly mode: PayMode }
  | { readonly kind: 'paid'; readonly trade: Pick<Trade, 'add_traffic' | 'add_vip_duration'> };

const CONFIRM: Stage = { kind: 'confirm' };

const titleOf = (stage: Stage): string => {
  if (stage.kind === 'confirm') return texts.title;
  return stage.kind === 'paid' ? texts.paid.title : texts.waiting.title(texts.modes.names[stage.mode]);
};

interface PayWindowProps {
  readonly orderId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The window in which one order is confirmed and paid; whoever has paid is led home. */
export default function PayWindow({ orderId, opened, onClose }: PayWindowProps): ReactNode {
  const [stage, setStage] = useState(CONFIRM);
  const client = useQueryClient();
  const navigate = useNavigate();
  const goHome = (): void => void navigate('/');
  const { pathname } = useLocation();
  const goTo = (page: string) => (): void => (pathname === page ? onClose() : void navigate(page));
  const onTrade = (trade: Trade, mode: PayMode): void => {
    if (trade.status === 'paied') return setStage({ kind: 'paid', trade });
    setStage({ kind: 'pay', trade, mode });
    const way = wayOf(trade, window.location.href);
    if (way.kind === 'payurl') leaveFor(way.url);
    return undefined;
  };
  const onPaid = useCallback((trade: Pick<Trade, 'add_traffic' | 'add_vip_duration'>) => {
    setStage({ kind: 'paid', trade });
  }, []);
  const onBack = (): void => {
    // What it costs was fixed by the first try to pay.
    void readAgain(client, [ordersCalls.walletCheck]);
    setStage(CONFIRM);
  };
  return (
    <Window opened={opened} onClose={stage.kind === 'paid' ? goHome : onClose} title={titleOf(stage)} waits={320}>
      {stage.kind === 'confirm' && (
        <ConfirmOrder orderId={orderId} onTrade={onTrade} onShop={goTo('/shop')} onOrders={goTo('/order')} />
      )}
      {stage.kind === 'pay' && <PayTrade trade={stage.trade} mode={stage.mode} onPaid={onPaid} onBack={onBack} />}
      {stage.kind === 'paid' && <Paid trade={stage.trade} onGo={goHome} />}
    </Window>
  );
}
