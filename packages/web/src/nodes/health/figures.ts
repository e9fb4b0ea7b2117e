import type { NodeLive } from '@skyport/contract/node-health';
import { plain } from '../../ui/format.ts';
import { healthTexts as texts } from './texts.ts';

/** Bytes a second as Mbps, the unit in which a node's link is given. */
export const mbps = (bytesPerSecond: number): string => texts.mbps(plain((bytesPerSecond * 8) / 1e6, 1));

/** A clock's offset in seconds, with its sign. */
export const offsetText = (ms: number): string => {
  // What rounds to nothing has no sign.
  const tenths = Math.round(ms / 100);
  const sign = tenths > 0 ? '+' : tenths < 0 ? '−' : '';
  return texts.seconds(`${sign}${Math.abs(tenths) / 10}`);
};

/** How many things wait for an admin. A quarantined batch raises an alarm too, so the two are not added. */
export const waitingOf = ({ open_alarms, quarantined_batches }: NodeLive): number =>
  Math.max(open_alarms, quarantined_batches);
