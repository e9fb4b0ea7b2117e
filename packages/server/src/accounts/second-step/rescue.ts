import { inTransaction, type Db } from '@skyport/db';
import { findByEmail } from '../store.ts';
import { removeStep } from './store.ts';

/**
 * Removes the second step of an account by its address, for whoever has the server itself but no admin that could do it
 * on the page; false when there was none.
 */
export const dropSecondStep = (db: Db, email: string): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const user = await findByEmail(trx, email);
    return user !== undefined && (await removeStep(trx, user.id));
  });
