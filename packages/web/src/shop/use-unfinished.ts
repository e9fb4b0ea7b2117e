import { isUnderWay, type Order, ordersCalls } from '@skyport/contract/orders';
import { useCallback, useEffect, useState } from 'react';
import { useCall } from '../api/index.ts';
import { showToast } from '../ui/toasts.ts';
import { noteBegun } from './pay/left-order.ts';
import { payTexts } from './pay/pay-texts.ts';
import { useLatePayment } from './pay/use-late-payment.ts';

/** Orders with a payment under way, newest first. While `isOn`, a toast tells when the newest of them is paid. */
export const useUnfinished = (isOn: boolean): readonly Order[] => {
  const { data } = useCall(ordersCalls.orderList, {}, { enabled: isOn, silent: true });
  const unfinished = isOn ? (data?.filter(isUnderWay) ?? []) : [];
  const hasEnded = isOn && data !== undefined && unfinished.length === 0;
  useEffect(() => {
    if (hasEnded) noteBegun(false);
  }, [hasEnded]);
  const newest = unfinished[0]?._id;
  // It is watched until it is paid or cancelled: by then it is no longer in the list.
  const [watched, setWatched] = useState<string>();
  if (watched === undefined && newest !== undefined) setWatched(newest);
  const onEnd = useCallback((order: Order) => {
    setWatched(undefined);
    if (order.status === 'paied') showToast(payTexts.paid.late(order.desc), 'success');
  }, []);
  useLatePayment(isOn ? watched : undefined, onEnd);
  return unfinished;
};
