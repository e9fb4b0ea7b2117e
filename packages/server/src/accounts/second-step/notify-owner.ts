import type { Db } from '@skyport/db';
import type { NotifyDeps } from '../../notices/index.ts';
import { bellTexts, mailTexts } from '../messages/texts.ts';
import { messageContext, notifyOwner } from '../messages/notify-owner.ts';
import { findHolder } from '../mailed-links/store.ts';

/** What happened to a second step. */
type StepEvent = 'secondStepOn' | 'secondStepOff' | 'secondStepRemoved' | 'secondStepLocked' | 'recoveryRenewed';

/** Tells an account's owner what happened to the second step, because it may have been somebody else. */
export const notifyOfStep = async (
  trx: Db,
  deps: NotifyDeps,
  { userId, what, address }: { userId: string; what: StepEvent; address: string },
): Promise<void> => {
  const user = await findHolder(trx, userId);
  if (!user) return;
  const of = messageContext(address, deps);
  await notifyOwner(trx, deps, { user, text: bellTexts[what](of), mail: mailTexts[what](of), kind: 'second_step' });
};
