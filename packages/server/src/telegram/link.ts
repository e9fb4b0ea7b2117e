import type { Db } from '@skyport/db';
import { tell } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { sameBytes, sha256 } from '../platform/secrets.ts';
import { takeAttempts } from '../platform/attempts.ts';
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

/** Five tries in ten minutes for one person, and for one account, whether it exists or not; each counts at once. */
const spend = async (deps: Deps, telegramId: number, userId?: string): Promise<boolean> => {
  if (!('taken' in (await takeAttempts(deps, [{ kind: 'telegram.chat', key: String(telegramId) }])))) return false;
  return userId === undefined || 'taken' in (await takeAttempts(deps, [{ kind: 'telegram.account', key: userId }]));
};

/** `/bind` with an account's id: with its code it binds, without one it asks the account's owner. */
export const bindById = async (
  trx: Db,
  deps: Deps,
  person: Person,
  { userId, code }: { userId: string; code: string | undefined },
): Promise<BindOutcome> => {
  if (await isBound(trx, person.id)) return { kind: 'alreadyBound' };
  if (!(await spend(deps, person.id, userId))) return { kind: 'tooMany' };
  const account = await lockAccount(trx, userId);
  if (code === undefined) {
    if (mayBeBound(account) && account.telegramId === null) await ask(trx, deps, account.id, person);
    return { kind: 'asked' };
  }
  const stored = await findCode(trx, userId, deps.clock.now());
  const right = sameBytes(sha256(code), stored?.codeHash ?? Buffer.alloc(32));
  return right && mayBeBound(account) ? bind(trx, deps, account, person) : { kind: 'codeWrong' };
};

/** `/start` with the token of a link of the profile page. */
export const bindByToken = async (trx: Db, deps: Deps, person: Person, token: string): Promise<BindOutcome> => {
  if (await isBound(trx, person.id)) return { kind: 'alreadyBound' };
  if (!(await spend(deps, person.id))) return { kind: 'tooMany' };
  const stored = await findToken(trx, sha256(token), deps.clock.now());
  const account = stored && (await lockAccount(trx, stored.userId));
  return mayBeBound(account) ? bind(trx, deps, account, person) : { kind: 'codeWrong' };
};

const ask = async (trx: Db, deps: Deps, userId: string, person: Person): Promise<void> => {
  const createdAt = deps.clock.now();
  const request = {
    id: deps.ids.next(),
    userId,
    telegramId: person.id,
    name: nameOf(person),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + BIND_MS),
  };
  await insertRequest(trx, request, MOST_REQUESTS);
};

const bind = (trx: Db, deps: Deps, account: BindableRow, person: Person): Promise<BindOutcome> =>
  bindTo(trx, deps, account, { telegramId: person.id, name: nameOf(person) });

/**
 * Binds an account, which must be locked, to a person on Telegram; nothing changes when either is bound already. The
 * owner is told in the bell and by mail.
 */
export const bindTo = async (
  trx: Db,
  deps: Deps,
  account: BindableRow,
  { telegramId, name }: { telegramId: number; name: string },
): Promise<BindOutcome> => {
  if (account.telegramId !== null) return { kind: 'accountTaken' };
  if (await isBound(trx, telegramId)) return { kind: 'alreadyBound' };
  const at = deps.clock.now();
  // Told before it is bound: the chat hears of it by the answer to its command.
  const text = texts.boundNotice(name, minuteOf(at, deps.settings.current().timezone));
  await tell(trx, deps, { userId: account.id, kind: 'security', href: '#/user_info', text, name: 'telegram_bound' });
  await changeBinding(trx, { userId: account.id, telegramId, name, at });
  return { kind: 'bound', email: account.email };
};
