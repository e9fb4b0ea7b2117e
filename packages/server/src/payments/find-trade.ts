import type { StaffTrade } from '@skyport/contract/payments';
import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { presentTrade } from './present.ts';
import { findListedTrade } from './trade-list-store.ts';

/** A trade by its number, 32 hex digits, as staff see it; undefined when there is none. */
export const findStaffTrade = async (
  deps: Pick<Deps, 'payments'>,
  db: Db,
  number: string,
): Promise<StaffTrade | undefined> => {
  const row = await findListedTrade(db, number);
  return row && presentTrade(row, deps);
};
