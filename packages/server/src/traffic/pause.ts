import type { Settings } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import { addToBell } from '../notices/index.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { listUserIds } from './store.ts';

/** Minutes until the hour of an instant ends, at least one. */
export const minutesLeft = (now: Date): number =>
  Math.max(1, Math.ceil((HOUR_MS - (now.getTime() % HOUR_MS)) / 60_000));

/** Members who are paused, by `users.num`, and the limit that they exceeded. */
interface Paused {
  readonly userNums: readonly number[];
  readonly now: Date;
  readonly settings: Pick<Settings, 'vip_traffic_thred_rate_limit'>;
}

/** Notifies members that their lines are paused until the hour ends, in the transaction that paused them. */
export const notifyPaused = async (
  trx: Db,
  { userNums, now, settings }: Paused,
  deps: Pick<Deps, 'clock'> & { readonly ids: Pick<Deps['ids'], 'next'> },
): Promise<void> => {
  if (userNums.length === 0) return;
  const ids = await listUserIds(trx, userNums);
  const text = `您一小时内的流量超过了 ${settings.vip_traffic_thred_rate_limit} G，线路已暂停，约 ${minutesLeft(now)} 分钟后自动恢复`;
  for (const userId of ids) await addToBell(trx, { userId, href: '/#/traffic_records', text }, deps);
};
