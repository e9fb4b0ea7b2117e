import { useEffect, useState } from 'react';
import { ownKey } from '../../device/own-storage.ts';

const KEY = ownKey('paying');
const BEGUN = ownKey('payment-begun');

/** Notes in the browser whether a payment was begun that may still be under way. */
export const noteBegun = (isUnderWay: boolean): void => {
  try {
    if (isUnderWay) localStorage.setItem(BEGUN, '1');
    else localStorage.removeItem(BEGUN);
  } catch {
    // Without storage the shop alone offers to continue the order.
  }
};

/** Whether one was begun in this browser. */
export const hasBegun = (): boolean => {
  try {
    return localStorage.getItem(BEGUN) !== null;
  } catch {
    return false;
  }
};

/** Notes in the tab which order is being paid; undefined forgets it. */
export const noteLeft = (orderId: string | undefined): void => {
  try {
    if (orderId === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, orderId);
  } catch {
    // Without storage the shop offers to continue the order.
  }
};

const leftOrder = (): string | undefined => {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
};

/** The order whose payment was open when this tab left the console; told to one page once. */
export const useLeftOrder = (): string | undefined => {
  const [left] = useState(leftOrder);
  useEffect(() => noteLeft(undefined), []);
  return left;
};
