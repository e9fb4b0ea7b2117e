import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Waiting } from '../../ui/loaded.tsx';
import { Window } from '../../ui/window.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { payTexts as texts } from './pay-texts.ts';
import { Paid } from './paid.tsx';
import { PayTrade } from './pay-trade.tsx';
import classes from './pay.module.css';
import { type Stage, usePurchase } from './use-purchase.ts';

const titleOf = (stage: Stage): string => {
  if (stage.kind === 'confirm' || stage.kind === 'resume') return texts.title;
  return stage.kind === 'paid' ? texts.paid.title : texts.waiting.title(texts.modes.names[stage.payment.mode]);
};

interface PayWindowProps {
  readonly orderId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Goes on with the order's payment under way, or tells that it was paid. */
  readonly resumes?: boolean;
}

/** The window in which one order is confirmed and paid; whoever has paid is led home. */
export default function PayWindow({ orderId, opened, onClose, resumes = false }: PayWindowProps): ReactNode {
  const { stage, begin, back } = usePurchase(orderId, { opened, resumes });
  const navigate = useNavigate();
  const goHome = (): void => void navigate('/');
  const { pathname } = useLocation();
  const goTo = (page: string) => (): void => (pathname === page ? onClose() : void navigate(page));
  return (
    <Window opened={opened} onClose={stage.kind === 'paid' ? goHome : onClose} title={titleOf(stage)} waits={320}>
      <StageBox kind={stage.kind} label={titleOf(stage)}>
        {stage.kind === 'resume' && <Waiting height={320} />}
        {stage.kind === 'confirm' && (
          <ConfirmOrder orderId={orderId} onTrade={begin} onShop={goTo('/shop')} onOrders={goTo('/order')} />
        )}
        {stage.kind === 'pay' && <PayTrade payment={stage.payment} onBack={back} onOrders={goTo('/order')} />}
        {stage.kind === 'paid' && <Paid paid={stage.paid} onGo={goHome} />}
      </StageBox>
    </Window>
  );
}

/** What the window shows now. The focus goes along when that changes: what had it is gone then. */
const StageBox = (stage: { readonly kind: Stage['kind']; readonly label: string; readonly children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(stage.kind);
  useEffect(() => {
    if (shown.current === stage.kind) return;
    shown.current = stage.kind;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [stage.kind]);
  return (
    <div ref={box} className={classes.stage} tabIndex={-1} role="group" aria-label={stage.label}>
      {stage.children}
    </div>
  );
};
