import { inTransaction } from '@skyport/db';
import { audit } from '../../platform/audit.ts';
import type { Deps } from '../../platform/deps.ts';
import type { NotifyDeps } from '../../notices/index.ts';
import { findByEmail } from '../store.ts';
import { removeStep } from './store.ts';
import { notifyOfStep } from './notify-owner.ts';

/**
 * Removes the second step of an account by its address, for whoever has the server itself but no admin that could do it
 * on the page, and tells its owner; false when there was none.
 */
export const dropSecondStep = (deps: NotifyDeps & Pick<Deps, 'db'>, email: string): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    const user = await findByEmail(trx, email);
    if (!user || !(await removeStep(trx, user.id))) return false;
    const draft = { actor: null, address: '', call: 'command.dropSecondStep', kind: 'secondStep', object: user.id };
    const fields = { before: { second_step: true }, after: { second_step: false } };
    await audit(trx, deps, [{ ...draft, ...fields, detail: {} }]);
    await notifyOfStep(trx, deps, { userId: user.id, what: 'secondStepRemoved', address: '' });
    return true;
  });
