import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { couponsCalls } from '@skyport/contract/coupons';
import { type Draw, prizesCalls as calls, type WheelPrize } from '@skyport/contract/prizes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readAgain, useChange } from '../api/index.ts';
import { randomCode } from '../device/random.ts';
import { toast } from '../ui/toasts.ts';
import { angleFor, seatOf } from './rules.ts';

/** How long the wheel turns, in ms. */
export const TURN_MS = 4000;
/** Characters that name a click. */
const CLICK_LENGTH = 24;

/** What is stale once a draw is shown: before, it would give the prize away. */
const STALE = [calls.list, calls.draws, accountsCalls.userInfo, couponsCalls.mine];

/** A draw from the click to its window. */
export interface Drawing {
  readonly phase: 'rest' | 'asking' | 'turning' | 'shown';
  /** What was drawn, as soon as it is known; it stays while its window closes. */
  readonly drawn: Draw | undefined;
  readonly angle: number;
  /** How long the wheel turns to that angle, in ms. */
  readonly turnsFor: number;
  readonly draw: () => void;
  /** Ends the turning of the wheel. */
  readonly skip: () => void;
  /** Closes the window with what was won. */
  readonly close: () => void;
}

const wantsNoMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Draws once a click, lets the wheel turn to what was drawn, and shows it then. */
export const useDraw = (seats: readonly WheelPrize[]): Drawing => {
  const client = useQueryClient();
  const [phase, setPhase] = useState<Drawing['phase']>('rest');
  const [drawn, setDrawn] = useState<Draw>();
  const [turn, setTurn] = useState({ angle: 0, turnsFor: 0 });
  const timer = useRef<number>(undefined);
  const count = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // A click whose answer was lost is asked again by its name: it has drawn once at most.
  const click = useRef<string>(undefined);
  const change = useChange(calls.draw, {
    failed: ({ msg }) => toast(msg),
    onFailed: ({ code }) => {
      if (Object.values(codes).some((known) => known.code === code && code < codes.fault.code))
        click.current = undefined;
      void readAgain(client, [calls.list]);
    },
  });
  const show = (): void => {
    window.clearTimeout(timer.current);
    setTurn(({ angle }) => ({ angle, turnsFor: 0 }));
    setPhase('shown');
    void readAgain(client, STALE);
  };
  const turnTo = (answer: Draw): void => {
    setDrawn(answer);
    const seat = seatOf(seats, answer.prize_id, count.current);
    count.current += 1;
    if (seat === undefined) return show();
    const still = wantsNoMotion();
    setTurn(({ angle }) => ({
      angle: angleFor(seat, { seats: seats.length, from: angle }),
      turnsFor: still ? 0 : TURN_MS,
    }));
    if (still) return show();
    setPhase('turning');
    timer.current = window.setTimeout(show, TURN_MS);
  };
  const draw = async (): Promise<void> => {
    if (phase !== 'rest') return;
    setPhase('asking');
    click.current ??= randomCode(undefined, CLICK_LENGTH);
    const answer = await change.run({ click: click.current });
    if (!answer) return setPhase('rest');
    click.current = undefined;
    turnTo(answer);
  };
  return { phase, drawn, ...turn, draw: () => void draw(), skip: show, close: () => setPhase('rest') };
};
