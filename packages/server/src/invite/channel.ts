import type { Settings } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { lockOwner } from './owner-store.ts';
import { claimCode, findChannel, putChannel, takeFreshCode, type ChannelRow } from './store.ts';

/** Characters of a code that nobody chose. */
const CODE_LENGTH = 6;
/** Parts of a whole that shares are stored in. */
export const BASIS = 10_000;

/** A share as it is stored. */
export const rewardBpOf = (rate: number): number => Math.round(rate * BASIS);
/** A stored share as the wire says it. */
export const rewardRateOf = (bp: number): number => bp / BASIS;

/** What a new channel gets by the settings; it has no code yet. */
export const newChannel = (settings: Pick<Settings, 'channelRewardRate' | 'channelConsumerDuration'>): ChannelRow => ({
  name: '',
  code: '',
  rewardBp: rewardBpOf(settings.channelRewardRate),
  consumerDays: settings.channelConsumerDuration,
});

/** Gives an account a channel with a code of its own, unless it has one. */
export const makeChannel = async (
  trx: Db,
  { ids, clock, settings }: Pick<Deps, 'ids' | 'clock' | 'settings'>,
  userId: string,
): Promise<void> => {
  if (await findChannel(trx, userId)) return;
  const at = clock.now();
  let code = ids.code(CODE_LENGTH);
  while (!(await takeFreshCode(trx, { code, userId, at }))) code = ids.code(CODE_LENGTH);
  await putChannel(trx, userId, { ...newChannel(settings.current()), code, at });
};

/** The channel of an account, made where there is none. Of two first looks at once the second finds what was made. */
export const channelOf = async (
  trx: Db,
  deps: Parameters<typeof makeChannel>[1],
  userId: string,
): Promise<ChannelRow> => {
  const found = await findChannel(trx, userId);
  if (found) return found;
  await lockOwner(trx, userId);
  await makeChannel(trx, deps, userId);
  const made = await findChannel(trx, userId);
  if (!made) throw new Error(`account ${userId} got no channel`);
  return made;
};

/** Saves the channel of an account; false, and nothing is changed, when the code is or was another one's. */
export const saveChannel = async (trx: Db, userId: string, channel: ChannelRow & { at: Date }): Promise<boolean> => {
  if (!(await claimCode(trx, { code: channel.code, userId, at: channel.at }))) return false;
  await putChannel(trx, userId, channel);
  return true;
};
