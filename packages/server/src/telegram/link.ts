import type { Db } from '@skyport/db';
import { notify } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { sameBytes, sha256 } from '../platform/secrets.ts';
import type { Attempt } from '../platform/attempt-limits.ts';
import { takeAttemptsWithin } from '../platform/attempts.ts';
import { minuteOf } from './present.ts';
import { texts } from './texts.ts';
import { BIND_MS, MOST_REQUESTS, nameOf, type Person } from './rules.ts';
import { changeBinding, findCode, findToken, insertRequest, isBound, lockAccount, type BindableRow } from './store.ts';

/** What became of an attempt to bind. `asked` says nothing about whether there is such an account. */
export type BindOutcome =
  | { readonly kind: 'bound'; readonly email: string }
  | { readonly kind: 'asked' | 'codeWrong' | 'tooMany' | 'alreadyBound' | 'accountTaken' };

const mayBeBound = (account: BindableRow | undefined): account is BindableRow =>
  account !== undefined && !account.disabled && !account.isAgencyUser;

/** Five tries in ten minutes for one person, and for one account, whether it exists or not. */
const takeBindAttempt = async (
  trx: Db,
  deps: Deps,
  { telegramId, userId }: { readonly telegramId: number; readonly userId?: string },
): Promise<boolean> => {
  const takes = async (attempt: Attempt): Promise<boolean> =>
    'taken' in (await takeAttemptsWithin(trx, deps, { attempts: [attempt] }));
  if (!(await takes({ kind: 'telegram.chat', key: String(telegramId) }))) return false;
  return userId === undefined || takes({ kind: 'telegram.account', key: userId });
};

/** `/bind` with an account's id: with its code it binds, without one it asks the account's owner. */
export const bindById = async (
  trx: Db,
  deps: Deps,
  { person, userId, code }: { person: Person; userId: string; code: string | undefined },
): Promise<BindOutcome> => {
  if (await isBound(trx, person.id)) return { kind: 'alreadyBound' };
  if (!(await takeBindAttempt(trx, deps, { telegramId: person.id, userId }))) return { kind: 'tooMany' };
  const account = await lockAccount(trx, userId);
  if (code === undefined) {
    if (mayBeBound(account) && account.telegramId === null)
      await requestBinding(trx, deps, { userId: account.id, person });
    return { kind: 'asked' };
  }
  const stored = await findCode(trx, userId, deps.clock.now());
  const right = sameBytes(sha256(code), stored?.codeHash ?? Buffer.alloc(32));
  return right && mayBeBound(account) ? bindTo(trx, deps, { account, ...chatOf(person) }) : { kind: 'codeWrong' };
};

/** `/start` with the token of a link of the profile page. */
export const bindByToken = async (
  trx: Db,
  deps: Deps,
  { person, token }: { person: Person; token: string },
): Promise<BindOutcome> => {
  if (await isBound(trx, person.id)) return { kind: 'alreadyBound' };
  if (!(await takeBindAttempt(trx, deps, { telegramId: person.id }))) return { kind: 'tooMany' };
  const stored = await findToken(trx, sha256(token), deps.clock.now());
  const account = stored && (await lockAccount(trx, stored.userId));
  return mayBeBound(account) ? bindTo(trx, deps, { account, ...chatOf(person) }) : { kind: 'codeWrong' };
};

/** A person on Telegram as bindings and requests store them. */
const chatOf = (person: Person) => ({ telegramId: person.id, name: nameOf(person) });

const requestBinding = async (
  trx: Db,
  deps: Deps,
  { userId, person }: { userId: string; person: Person },
): Promise<void> => {
  const createdAt = deps.clock.now();
  const request = {
    id: deps.ids.next(),
    userId,
    ...chatOf(person),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + BIND_MS),
  };
  await insertRequest(trx, request, MOST_REQUESTS);
};

/** An account, and the person on Telegram that it shall be bound to. */
interface NewBinding {
  /** Locked. */
  readonly account: BindableRow;
  readonly telegramId: number;
  /** What the person is called there, shown to the account's owner. */
  readonly name: string;
}

/**
 * Binds an account to a person on Telegram; nothing changes when either is bound already. The owner is told in the bell
 * and by mail.
 */
export const bindTo = async (trx: Db, deps: Deps, { account, telegramId, name }: NewBinding): Promise<BindOutcome> => {
  if (account.telegramId !== null) return { kind: 'accountTaken' };
  if (await isBound(trx, telegramId)) return { kind: 'alreadyBound' };
  const at = deps.clock.now();
  // Told before it is bound: the chat hears of it by the answer to its command.
  const text = texts.boundNotice(name, minuteOf(at, deps.settings.current().timezone));
  await notify(trx, deps, { userId: account.id, kind: 'security', href: '#/user_info', text, name: 'telegram_bound' });
  await changeBinding(trx, { userId: account.id, telegramId, name, at });
  return { kind: 'bound', email: account.email };
};
