import type { UserDetail } from '@skyport/contract/users';
import { userkeyAssociatedData } from '../accounts/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { dailyKeyOf } from '../subscription/index.ts';
import { presentDetail } from './present.ts';
import { findUser, type ListedUser } from './store.ts';

/** The key that opens an account's link today: the account's own key never leaves the server for staff. */
export const todaysKey = (
  { id, userkey_enc }: Pick<ListedUser, 'id' | 'userkey_enc'>,
  { clock, settings, secrets }: Pick<Deps, 'clock' | 'settings' | 'secrets'>,
): string => {
  const userkey = secrets.decrypt(userkey_enc, userkeyAssociatedData(id));
  return dailyKeyOf(secrets, userkey, dayOf(clock.now(), settings.current().timezone));
};

/** One account as admins see it. Refuses `notFound`. */
export const detailOf = async (deps: Deps, id: string): Promise<UserDetail> => {
  const row = (await findUser(deps.db, id)) ?? refuse('notFound');
  return presentDetail(row, todaysKey(row, deps));
};
