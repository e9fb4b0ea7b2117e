import { inTransaction, type Db } from '@skyport/db';
import { DAY_MS } from '../../platform/clock.ts';
import { audit } from '../../platform/audit.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { sha256 } from '../../platform/secrets.ts';
import { removeOpenRequests } from '../mailed-links/store.ts';
import { findByEmail } from '../store.ts';
import {
  adminExists,
  changeType,
  insertSetupLink,
  removeOpenSetupLinks,
  takeSetupLink,
  lockSetup,
} from './first-admin-store.ts';
import { makeOrTakeOver } from './sign-up-mail.ts';

type SetupDeps = Pick<Deps, 'db' | 'clock' | 'ids'>;
/** What a change needs that stands in the audit. */
type ChangeDeps = SetupDeps & Pick<Deps, 'secrets'>;

/**
 * A one-time link, valid for 24 hours, with which whoever opens it becomes the first admin; undefined when there is an
 * admin. Earlier links stop working. `base` is the console's address without a slash at its end.
 */
export const makeSetupLink = async (deps: SetupDeps, base: string): Promise<string | undefined> =>
  inTransaction(deps.db, async (trx) => {
    await lockSetup(trx);
    return (await adminExists(trx)) ? undefined : newLink(trx, deps, base);
  });

/** Replaces every open link by a new one. */
const newLink = async (trx: Db, { clock, ids }: SetupDeps, base: string): Promise<string> => {
  await removeOpenSetupLinks(trx);
  const code = ids.key(32);
  await insertSetupLink(trx, { codeHash: sha256(code), expiresAt: new Date(clock.now().getTime() + DAY_MS) });
  return `${base}/#/setup?code=${code}`;
};

/**
 * Makes an admin with a set-up code; every other open code dies with it. Refuses `notFound` for a code that is unknown,
 * used or expired, `emailTaken` for an address in use; then nothing is used up.
 */
export const setUpAdmin = async (
  { db, clock, ids, secrets }: ChangeDeps,
  { email, passwordHash, code, address }: { email: string; passwordHash: string; code: string; address: string },
): Promise<{ id: string }> =>
  inTransaction(db, async (trx) => {
    await lockSetup(trx);
    if (!(await takeSetupLink(trx, sha256(code), clock.now()))) refuse('notFound');
    await removeOpenSetupLinks(trx);
    const wanted = { email, passwordHash, type: 'admin', confirmed: true } as const;
    const made = (await makeOrTakeOver(trx, wanted, { clock, ids, secrets })) ?? refuse('emailTaken');
    // One that was taken over had another type, and perhaps links on their way.
    await changeType(trx, made.id, 'admin');
    for (const kind of ['signup', 'password', 'email'] as const) await removeOpenRequests(trx, made.id, kind);
    const draft = { actor: made.id, address, call: 'accounts.setupAdmin', kind: 'account', object: made.id };
    await audit(trx, { clock, ids, secrets }, [{ ...draft, after: { type: 'admin' }, detail: {} }]);
    return made;
  });

/**
 * What `npm run admin -- EMAIL` does: an existing account becomes admin and all its sessions end (undefined is given).
 * For an unknown address nothing changes yet: the one-time link that is given makes the account, with a password of
 * its owner's choice. So it is for an address that was never confirmed, whose password may be anybody's.
 */
export const grantAdmin = async (deps: ChangeDeps, email: string, base: string): Promise<string | undefined> =>
  inTransaction(deps.db, async (trx) => {
    await lockSetup(trx);
    const user = await findByEmail(trx, email);
    if (!user?.confirmed) return newLink(trx, deps, base);
    await changeType(trx, user.id, 'admin');
    await removeOpenSetupLinks(trx);
    const draft = { actor: null, address: '', call: 'command.grantAdmin', kind: 'account', object: user.id };
    await audit(trx, deps, [{ ...draft, before: { type: user.type ?? null }, after: { type: 'admin' }, detail: {} }]);
    return undefined;
  });
