import type { Db } from '@skyport/db';
import { channelCodeOf } from '../accounts/index.ts';
import type { Account, Deps } from '../platform/deps.ts';
import { offeredTo } from './rules.ts';
import { listCombos, type ComboRow } from './store.ts';

type Caller = Pick<Account, 'id' | 'type'>;

/** Admins keep the list by the same call, so nothing is hidden from them whatever channel they came by. */
const isPremium = async (
  db: Db,
  { settings }: Pick<Deps, 'settings'>,
  caller: Caller | undefined,
): Promise<boolean> => {
  const { premium_channel_code } = settings.current();
  if (!caller || caller.type === 'admin' || premium_channel_code === '') return false;
  return (await channelCodeOf(db, caller.id)) === premium_channel_code;
};

/** Products that an account, or a visitor, may see and buy. */
export const offeredCombos = async (
  db: Db,
  deps: Pick<Deps, 'settings'>,
  caller: Caller | undefined,
): Promise<ComboRow[]> => offeredTo(await listCombos(db), await isPremium(db, deps, caller));

/** One of them, or undefined. */
export const offeredCombo = async (
  db: Db,
  deps: Pick<Deps, 'settings'>,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Promise<ComboRow | undefined> => (await offeredCombos(db, deps, caller)).find((combo) => combo.id === id);
