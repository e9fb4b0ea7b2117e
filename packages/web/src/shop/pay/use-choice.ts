import type { PayMode } from '@skyport/contract/orders';
import { useState } from 'react';
import { payTexts } from './pay-texts.ts';

const { names, choseOther } = payTexts.modes;

/** The ways to pay, and the one that is chosen. */
export interface Choice {
  readonly modes: readonly PayMode[];
  /** The one that was chosen, else the first that has not failed; undefined where there is none. */
  readonly chosen: PayMode | undefined;
  /** Those that could not be begun. */
  readonly failed: readonly PayMode[];
  /** What is said where another one was chosen in the place of one that failed. */
  readonly instead: string | undefined;
  readonly choose: (mode: PayMode) => void;
  /** Notes that one could not be begun; another one is chosen if there is any. */
  readonly fail: (mode: PayMode) => void;
}

/** Chooses among ways to pay. */
export const useChoice = (modes: readonly PayMode[]): Choice => {
  const [wanted, setWanted] = useState<PayMode>();
  const [failed, setFailed] = useState<readonly PayMode[]>([]);
  const [last, setLast] = useState<PayMode>();
  const chosen = modes.find((mode) => mode === wanted) ?? modes.find((mode) => !failed.includes(mode)) ?? modes[0];
  return {
    modes,
    chosen,
    failed,
    instead: last && chosen && last !== chosen ? choseOther(names[last], names[chosen]) : undefined,
    choose: (mode) => {
      setWanted(mode);
      setLast(undefined);
    },
    fail: (mode) => {
      setFailed((before) => [...before, mode]);
      setWanted(undefined);
      setLast(mode);
    },
  };
};
