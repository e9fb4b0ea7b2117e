import { DAY_WRONG_CODES, LOCK_MINUTES, WRONG_CODES } from '@skyport/contract/second-step';
import { inTransaction, type Db } from '@skyport/db';
import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import { countAttempts, findReachedLimit, forgetAttempts, recordAttempts } from '../../platform/attempts-store.ts';
import { isAppCode, stepOf } from './rules.ts';
import { lockStep, noteStep, takeRecoveryCode, wrongCodesOf, wrongCodesOfDay, type StepRow } from './store.ts';

type VerifyDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'secrets'>;

/** Associated data of an authenticator secret's encryption: the account it belongs to. */
export const secretAssociatedData = (userId: string): string => `second_steps.secret:${userId}`;

/** What is stored of a recovery code: an HMAC, because fifty bits behind a bare hash could be tried out. */
export const recoveryHash = (secrets: Deps['secrets'], userId: string, code: string): Buffer =>
  secrets.mac('recovery-code', `${userId}:${code}`);

/** A try of a code, and what is done when it is right. */
interface CodeAttempt<T> {
  readonly userId: string;
  readonly code: string;
  /** Whether the second step has to be in force already, or is being set up. */
  readonly state: 'in force' | 'begun';
  /** Runs in the transaction that took the code. */
  readonly work: (trx: Db) => Promise<T>;
  /** Runs in the transaction of a wrong code that locked the second step, or was a fifth one within 24 hours. */
  readonly onSuspicion?: (trx: Db) => Promise<void>;
}

/**
 * Refuses the app's code that was taken last, e.g. when a form is sent twice. It does not count as a wrong one: its
 * sender learns nothing.
 */
export class UsedCode extends Refusal {
  constructor() {
    super('secondStepWrong', '验证码已使用过，请等待应用显示下一个验证码');
  }
}

type Outcome<T> =
  | { readonly right: T }
  | { readonly refused: 'wrong' | 'used' | 'locked' | 'lockedForDay' | 'none' | 'confirmed' };

/**
 * Takes a code and does `work` with it, in one transaction; wrong tries are counted even though the call is refused.
 * Refuses `secondStepWrong` (`UsedCode` is not counted), `throttled` while five wrong ones of a quarter of an hour or
 * twenty of a day lock it, `notFound` when there is no second step of the state, `conflict` when one that should
 * be begun is in force already.
 */
export const withCode = async <T>(deps: VerifyDeps, attempt: CodeAttempt<T>): Promise<T> => {
  const outcome = await inTransaction(deps.db, (trx) => tryCode(trx, deps, attempt));
  if ('right' in outcome) return outcome.right;
  switch (outcome.refused) {
    case 'none':
      return refuse('notFound');
    case 'confirmed':
      return refuse('conflict');
    case 'locked':
      return refuse('throttled', `尝试次数过多，请 ${LOCK_MINUTES} 分钟后再试`);
    case 'lockedForDay':
      return refuse('throttled', `24 小时内输错 ${DAY_WRONG_CODES} 次，请 24 小时后再试或联系客服`);
    case 'used':
      throw new UsedCode();
    case 'wrong':
      return refuse('secondStepWrong');
  }
};

const tryCode = async <T>(trx: Db, deps: VerifyDeps, attempt: CodeAttempt<T>): Promise<Outcome<T>> => {
  const { userId, code, state, work, onSuspicion } = attempt;
  const now = deps.clock.now();
  const row = await lockStep(trx, userId);
  if (!row) return { refused: 'none' };
  if (state === 'begun' && row.confirmedAt) return { refused: 'confirmed' };
  if (state === 'in force' && !row.confirmedAt) return { refused: 'none' };
  const locked = await findLock(trx, userId, now);
  if (locked) return { refused: locked };
  const found = isAppCode(code)
    ? await takeAppCode(trx, deps, { userId, code, stored: row })
    : await takeRecoveryCode(trx, { userId, hash: recoveryHash(deps.secrets, userId, code) }, now);
  if (found === 'used') return { refused: 'used' };
  if (found) {
    await forgetAttempts(trx, wrongCodesOf(userId));
    return { right: await work(trx) };
  }
  await recordAttempts(trx, wrongCodesOf(userId), { at: now, ids: deps.ids });
  if (await isSuspicious(trx, userId, now)) await onSuspicion?.(trx);
  return { refused: 'wrong' };
};

const findLock = async (trx: Db, userId: string, at: Date): Promise<'locked' | 'lockedForDay' | undefined> => {
  if (await findReachedLimit(trx, [wrongCodesOfDay(userId)], { at, proven: false })) return 'lockedForDay';
  return (await findReachedLimit(trx, wrongCodesOf(userId), { at, proven: false })) && 'locked';
};

/**
 * Whether the owner hears of the wrong code just counted: it locks, or it is a fifth one of whoever is
 * too slow for that.
 */
const isSuspicious = async (trx: Db, userId: string, at: Date): Promise<boolean> =>
  (await countAttempts(trx, wrongCodesOfDay(userId), new Date(at.getTime() - DAY_MS))) % WRONG_CODES === 0 ||
  Boolean(await findReachedLimit(trx, wrongCodesOf(userId), { at, proven: false }));

/** A code of the authenticator app, and the second step that it should fit. */
interface AppCode {
  readonly userId: string;
  readonly code: string;
  readonly stored: StepRow;
}

/** Whether an app's code is right now, or was taken last; it and those before it are never taken again. */
const takeAppCode = async (
  trx: Db,
  { clock, secrets }: VerifyDeps,
  { userId, code, stored }: AppCode,
): Promise<boolean | 'used'> => {
  const secret = secrets.decrypt(stored.secretEncrypted, secretAssociatedData(userId));
  const step = stepOf(secret, code, { now: clock.now(), after: stored.lastStep });
  if (step === undefined) return false;
  if (step === 'used') return step;
  await noteStep(trx, userId, step);
  return true;
};
