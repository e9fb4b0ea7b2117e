import type { Db } from '@skyport/db';
import type { Deps } from '../../platform/deps.ts';
import { bell, letters } from '../letters.ts';
import { happening, tellOwner } from '../recover.ts';
import { findHolder } from '../request-store.ts';

/** What happened to a second step. */
type Told = 'secondStepOn' | 'secondStepOff' | 'secondStepRemoved' | 'secondStepLocked' | 'recoveryRenewed';

/** Tells an account's owner what happened to the second step, because it may have been somebody else. */
export const tellOfStep = async (
  trx: Db,
  deps: Deps,
  { userId, what, address }: { userId: string; what: Told; address: string },
): Promise<void> => {
  const user = await findHolder(trx, userId);
  if (!user) return;
  const of = happening(address, deps);
  await tellOwner(trx, deps, { user, text: bell[what](of), letter: letters[what](of), kind: 'second_step' });
};
