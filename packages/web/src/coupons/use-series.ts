import { type CouponForm, couponsCalls as calls } from '@skyport/contract/coupons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { readAgain } from '../api/index.ts';
import { showToast } from '../ui/toasts.ts';
import { randomCode } from '../device/random.ts';
import { texts } from './admin-texts.ts';
import { pause } from './pause.ts';
import { continueSeries, type Outcome, type Progress } from './series.ts';

type Coupon = z.input<typeof CouponForm>;

/** A series of coupons as its window shows it. */
export interface Series extends Progress {
  readonly coupon: Coupon;
  readonly wanted: number;
  readonly isRunning: boolean;
  /** The server asked to wait. */
  readonly waits: boolean;
}

/** A series under way, or what can be done with one that has ended early. */
export interface SeriesControl {
  /** Undefined while there is none. */
  readonly series: Series | undefined;
  readonly start: (series: Pick<Series, 'coupon' | 'wanted'>, from: Progress) => void;
  readonly goOn: () => void;
  /** Stops a series that runs; takes away one that has ended. */
  readonly stop: () => void;
}

/** Makes series of coupons by `send`. A series ends with the page. */
export const useSeries = (send: (coupon: Coupon) => Promise<Outcome>): SeriesControl => {
  const client = useQueryClient();
  const [series, setSeries] = useState<Series>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const run = async ({ coupon, wanted }: Pick<Series, 'coupon' | 'wanted'>, from: Progress): Promise<void> => {
    control.current = new AbortController();
    if (from.made < wanted) setSeries({ ...from, coupon, wanted, isRunning: true, waits: false, why: undefined });
    const progress = await continueSeries(from, {
      wanted,
      send: (code) => send({ ...coupon, code }),
      newCode: () => randomCode(),
      pause,
      signal: control.current.signal,
      onStep: (made, waits) => setSeries((now) => now && { ...now, made, waits }),
    });
    await readAgain(client, [calls.list]);
    const isDone = progress.made === wanted;
    setSeries(isDone ? undefined : { ...progress, coupon, wanted, isRunning: false, waits: false });
    if (isDone) showToast(texts.saved, 'success');
  };
  return {
    series,
    start: (of, from) => void run(of, from),
    goOn: () => void (series && run(series, series)),
    stop: () => (series?.isRunning ? control.current?.abort() : setSeries(undefined)),
  };
};
