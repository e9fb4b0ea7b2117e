import type { Db } from '@skyport/db';
import type { TellDeps } from '../../notices/index.ts';
import { bellTexts, mailTexts } from '../messages/texts.ts';
import { happening, tellOwner } from '../messages/tell-owner.ts';
import { findHolder } from '../mailed-links/store.ts';

/** What happened to a second step. */
type Told = 'secondStepOn' | 'secondStepOff' | 'secondStepRemoved' | 'secondStepLocked' | 'recoveryRenewed';

/** Tells an account's owner what happened to the second step, because it may have been somebody else. */
export const tellOfStep = async (
  trx: Db,
  deps: TellDeps,
  { userId, what, address }: { userId: string; what: Told; address: string },
): Promise<void> => {
  const user = await findHolder(trx, userId);
  if (!user) return;
  const of = happening(address, deps);
  await tellOwner(trx, deps, { user, text: bellTexts[what](of), mail: mailTexts[what](of), kind: 'second_step' });
};
