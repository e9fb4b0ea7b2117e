import type { NodeLive } from '@skyport/contract/node-health';
import { healthTexts as texts } from './texts.ts';

/** Bytes a second as Mbps, the unit in which a node's link is given. */
export const mbps = (bytesPerSecond: number): string => texts.mbps(((bytesPerSecond * 8) / 1e6).toFixed(1));

/** A clock's offset in seconds, with its sign. */
export const offsetText = (ms: number): string =>
  texts.seconds(`${ms > 0 ? '+' : ms < 0 ? '−' : ''}${(Math.abs(ms) / 1000).toFixed(1)}`);

/** How many things wait for an admin. A quarantined batch raises an alarm too, so the two are not added. */
export const waitingOf = ({ open_alarms, quarantined_batches }: NodeLive): number =>
  Math.max(open_alarms, quarantined_batches);
