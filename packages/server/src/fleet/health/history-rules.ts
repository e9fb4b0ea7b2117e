import { HISTORY_DAYS, POINT_SECONDS } from '@skyport/contract/node-health';
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';

const POINT_MS = POINT_SECONDS * SECOND_MS;

/** Beginning (ms) of the point that an instant belongs to. */
export const pointOf = (ms: number): number => Math.floor(ms / POINT_MS) * POINT_MS;

/** What a report adds to one point. */
export interface BandwidthShare {
  readonly at: number;
  readonly up: bigint;
  readonly down: bigint;
}

/** What is to be spread: bytes of a time between two instants (ms) of the node's clock, as they came in at `now`. */
export interface UsageSpan {
  readonly from: number;
  readonly to: number;
  readonly up: bigint;
  readonly down: bigint;
  readonly now: number;
}

/**
 * The points a report belongs to, each with its share by time: a panel that was away for an hour sees no hour's worth
 * in five minutes. Nothing is lost by rounding: the last point takes what is left. Never in the future, and never
 * further back than the history goes.
 */
export const bandwidthShares = ({ from, to, up, down, now }: UsageSpan): BandwidthShare[] => {
  const end = Math.min(to, now);
  const begin = Math.max(Math.min(from, end), end - HISTORY_DAYS * DAY_MS);
  const total = BigInt(Math.max(1, end - begin));
  const shares: BandwidthShare[] = [];
  let [upLeft, downLeft] = [up, down];
  for (let at = pointOf(begin); at + POINT_MS < end; at += POINT_MS) {
    const overlap = BigInt(at + POINT_MS - Math.max(at, begin));
    const share = { at, up: (up * overlap) / total, down: (down * overlap) / total };
    upLeft -= share.up;
    downLeft -= share.down;
    shares.push(share);
  }
  // An end exactly on the border belongs to the point before it.
  return [...shares, { at: pointOf(Math.max(begin, end - 1)), up: upLeft, down: downLeft }];
};
