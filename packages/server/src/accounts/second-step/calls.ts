import type { secondStepCalls } from '@skyport/contract/second-step';
import { inTransaction, type Db } from '@skyport/db';
import type { Account, CallContext, Deps, Handler, HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { noteLogin } from '../log-in/login-place.ts';
import { isStaff } from '../../platform/staff.ts';
import { removeOtherSessions } from '../sessions/store.ts';
import { findLogin } from '../store.ts';
import { withOwnCode } from './own-code.ts';
import { BEGUN_MS, makeRecoveryCodes, makeSecret, shownCode, uriOf } from './rules.ts';
import { changeConfirmed, countCodes, findStep, insertStep, lockStep, removeStep, replaceCodes } from './store.ts';
import { decryptTicket } from './ticket.ts';
import { notifyOfStep } from './notify-owner.ts';
import { recoveryHash, secretAssociatedData, withCode } from './verify.ts';

type Calls = typeof secondStepCalls;

const newCodes = async (trx: Db, userId: string, { random, secrets }: Deps): Promise<{ recoveryCodes: string[] }> => {
  const codes = makeRecoveryCodes(random);
  await replaceCodes(
    trx,
    userId,
    codes.map((code) => recoveryHash(secrets, userId, code)),
  );
  return { recoveryCodes: codes.map(shownCode) };
};

const secondStep: Handler<Calls['secondStep']> = async (_input, { caller }, { db, settings }) => {
  const row = await findStep(db, caller.id);
  const since = row?.confirmedAt ?? null;
  return {
    since: since?.toISOString() ?? null,
    recoveryLeft: since ? await countCodes(db, caller.id) : 0,
    required: isStaff(caller.type) && settings.current().staff_second_step,
  };
};

const beginSecondStep: Handler<Calls['beginSecondStep']> = async (_input, { caller }, deps) => {
  const { db, random, secrets, clock, settings } = deps;
  const secret = makeSecret(random);
  const secretEncrypted = secrets.encrypt(secret, secretAssociatedData(caller.id));
  if (!(await insertStep(db, { userId: caller.id, secretEncrypted, at: clock.now() }))) refuse('conflict');
  return { secret, uri: uriOf(secret, { site: settings.current().site_name, email: caller.email }) };
};

const confirmSecondStep: Handler<Calls['confirmSecondStep']> = async ({ code }, { caller, address }, deps) => {
  const begun = await findStep(deps.db, caller.id);
  const now = deps.clock.now();
  if (begun && !begun.confirmedAt && now.getTime() - begun.begunAt.getTime() > BEGUN_MS) refuse('notFound');
  return withCode(deps, {
    userId: caller.id,
    code,
    state: 'begun',
    work: async (trx) => {
      await changeConfirmed(trx, caller.id, now);
      await removeOtherSessions(trx, { userId: caller.id, keep: caller.session });
      await notifyOfStep(trx, deps, { userId: caller.id, what: 'secondStepOn', address });
      return newCodes(trx, caller.id, deps);
    },
  });
};

/** The same as `withOwnCode` for a call: refuses a wrong code, and `sessionExpired` when it was the last one. */
const ownCode = async <T>(
  deps: Deps,
  { caller, address, endSession }: CallContext<Account>,
  given: { code: string; work: (trx: Db) => Promise<T> },
): Promise<T> => {
  const outcome = await withOwnCode(deps, { account: caller, address, ...given });
  if (outcome !== 'ended') return 'right' in outcome ? outcome.right : refuse('secondStepWrong');
  await endSession();
  return refuse('sessionExpired');
};

const renewRecoveryCodes: Handler<Calls['renewRecoveryCodes']> = async ({ code }, context, deps) => {
  const { caller, address } = context;
  const work = async (trx: Db) => {
    await notifyOfStep(trx, deps, { userId: caller.id, what: 'recoveryRenewed', address });
    return newCodes(trx, caller.id, deps);
  };
  return ownCode(deps, context, { code, work });
};

const endSecondStep: Handler<Calls['endSecondStep']> = async ({ code }, context, deps) => {
  const { caller, address } = context;
  const work = async (trx: Db) => {
    await removeStep(trx, caller.id);
    await notifyOfStep(trx, deps, { userId: caller.id, what: 'secondStepOff', address });
    return {};
  };
  return ownCode(deps, context, { code, work });
};

const loginSecondStep: Handler<Calls['loginSecondStep']> = async ({ ticket, code }, context, deps) => {
  const opened = decryptTicket(ticket, deps.clock.now(), deps.secrets) ?? refuse('ticketExpired');
  const user = await findLogin(deps.db, { id: opened.userId });
  if (!user || user.disabled || !opened.fits(user.passwordHash)) return refuse('ticketExpired');
  // Taken away since the password was given: the password is to be given once more, now that it is enough.
  if (!user.secondStep) return refuse('ticketExpired');
  await withCode(deps, {
    userId: user.id,
    code,
    state: 'in force',
    work: async () => undefined,
    onSuspicion: (trx) =>
      notifyOfStep(trx, deps, { userId: user.id, what: 'secondStepLocked', address: context.address }),
  });
  await noteLogin(deps, user.id, context);
  if (!(await context.startSession(user))) refuse('ticketExpired');
  return {};
};

const removeSecondStep: Handler<Calls['removeSecondStep']> = async ({ id }, { address, audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    await lockStep(trx, id);
    if (!(await audited(trx, { ids: [id] }, () => removeStep(trx, id)))) refuse('notFound');
    await notifyOfStep(trx, deps, { userId: id, what: 'secondStepRemoved', address });
    return {};
  });

/** The optional second step of log-in: codes of an authenticator app (RFC 6238), and recovery codes. */
export const secondStepHandlers: HandlersOf<Calls> = {
  secondStep,
  beginSecondStep,
  confirmSecondStep,
  renewRecoveryCodes,
  endSecondStep,
  loginSecondStep,
  removeSecondStep,
};
