import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { noteLeft } from './pay/left-order.ts';
import { Unfinished } from './unfinished.tsx';
import { useUnfinished } from './use-unfinished.ts';

/** Payments under way on a page that has no window for them: leads to the shop, where the window stands again. */
export default function UnfinishedElsewhere(): ReactNode {
  const navigate = useNavigate();
  const goOn = (orderId: string): void => {
    noteLeft(orderId);
    void navigate('/shop');
  };
  return <Unfinished orders={useUnfinished(true)} onGoOn={goOn} />;
}
