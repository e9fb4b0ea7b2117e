import type { secondStepCalls } from '@skyport/contract/second-step';
import { inTransaction, type Db } from '@skyport/db';
import type { Deps, Handler, HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { bell, letters } from '../letters.ts';
import { noteLogin } from '../login-place.ts';
import { happening, isStaff, tellOwner } from '../recover.ts';
import { findHolder } from '../request-store.ts';
import { findLogin } from '../store.ts';
import { BEGUN_MS, makeRecoveryCodes, makeSecret, shownCode, uriOf } from './rules.ts';
import {
  changeConfirmed,
  countCodes,
  findStep,
  insertStep,
  lockStep,
  removeOtherSessions,
  removeStep,
  replaceCodes,
} from './store.ts';
import { openTicket } from './ticket.ts';
import { recoveryHash, secretContext, withCode } from './verify.ts';

type Calls = typeof secondStepCalls;

/** What happened to a second step: the owner hears of it, because it may have been somebody else. */
type Told = 'secondStepOn' | 'secondStepOff' | 'secondStepRemoved' | 'secondStepLocked' | 'recoveryRenewed';

const tell = async (trx: Db, deps: Deps, userId: string, what: Told, address: string): Promise<void> => {
  const user = await findHolder(trx, userId);
  if (!user) return;
  const of = happening(address, deps);
  await tellOwner(trx, deps, { user, text: bell[what](of), letter: letters[what](of), kind: 'second_step' });
};

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
  const secretSealed = secrets.encrypt(secret, secretContext(caller.id));
  if (!(await insertStep(db, { userId: caller.id, secretSealed, at: clock.now() }))) refuse('conflict');
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
      await removeOtherSessions(trx, caller.id, caller.session);
      await tell(trx, deps, caller.id, 'secondStepOn', address);
      return newCodes(trx, caller.id, deps);
    },
  });
};

const renewRecoveryCodes: Handler<Calls['renewRecoveryCodes']> = async ({ code }, { caller, address }, deps) =>
  withCode(deps, {
    userId: caller.id,
    code,
    state: 'in force',
    work: async (trx) => {
      await tell(trx, deps, caller.id, 'recoveryRenewed', address);
      return newCodes(trx, caller.id, deps);
    },
  });

const endSecondStep: Handler<Calls['endSecondStep']> = async ({ code }, { caller, address }, deps) =>
  withCode(deps, {
    userId: caller.id,
    code,
    state: 'in force',
    work: async (trx) => {
      await removeStep(trx, caller.id);
      await tell(trx, deps, caller.id, 'secondStepOff', address);
      return {};
    },
  });

const loginSecondStep: Handler<Calls['loginSecondStep']> = async ({ ticket, code }, context, deps) => {
  const opened = openTicket(ticket, deps.clock.now(), deps.secrets) ?? refuse('ticketExpired');
  const user = await findLogin(deps.db, { id: opened.userId });
  if (!user || user.disabled || !opened.fits(user.passwordHash)) return refuse('ticketExpired');
  // Taken away since the password was given: the password is to be given once more, now that it is enough.
  if (!user.secondStep) return refuse('ticketExpired');
  await withCode(deps, {
    userId: user.id,
    code,
    state: 'in force',
    work: async () => undefined,
    onLock: (trx) => tell(trx, deps, user.id, 'secondStepLocked', context.address),
  });
  await noteLogin(deps, user.id, context);
  await context.startSession(user);
  return {};
};

const removeSecondStep: Handler<Calls['removeSecondStep']> = async ({ id }, { address, audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    await lockStep(trx, id);
    if (!(await audited(trx, { ids: [id] }, () => removeStep(trx, id)))) refuse('notFound');
    await tell(trx, deps, id, 'secondStepRemoved', address);
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
