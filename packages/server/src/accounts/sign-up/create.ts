import type { Db } from '@skyport/db';
import type { AccountType, Deps } from '../../platform/deps.ts';
import { openTrafficAccount } from '../../traffic/index.ts';
import { insertUser } from './store.ts';

/** A subscription link's secret part in the three forms it has: shown, stored encrypted, and compared by. */
export const makeUserkey = (userId: string, { ids, secrets }: Pick<Deps, 'ids' | 'secrets'>) => {
  const userkey = ids.key(32);
  return {
    userkey,
    encrypted: secrets.encrypt(userkey, userkeyAssociatedData(userId)),
    hash: secrets.mac('userkey', userkey),
  };
};

/** Associated data of a userkey's encryption: the account it belongs to. */
export const userkeyAssociatedData = (userId: string): string => `users.userkey:${userId}`;

/** What is known of an account before it exists. `passwordHash` is what `hashPassword` gave. */
export interface AccountDraft {
  readonly email: string;
  readonly passwordHash: string;
  readonly type: Exclude<AccountType, undefined>;
  readonly icon?: string;
  readonly channelCode?: string;
  readonly firstUrl?: string;
  readonly isAgencyUser?: boolean;
  /** False for an account that cannot log in before its address is confirmed. */
  readonly confirmed?: boolean;
}

/** Makes an account with its traffic account; undefined when the e-mail address is taken. Call inside a transaction. */
export const createAccount = async (
  trx: Db,
  draft: AccountDraft,
  deps: Pick<Deps, 'ids' | 'secrets' | 'clock'>,
): Promise<{ id: string; num: number } | undefined> => {
  const id = deps.ids.next();
  const key = makeUserkey(id, deps);
  const num = await insertUser(trx, {
    id,
    email: draft.email,
    passwordHash: draft.passwordHash,
    type: draft.type,
    icon: draft.icon ?? '',
    userkeyEncrypted: key.encrypted,
    userkeyHash: key.hash,
    channelCode: draft.channelCode ?? '',
    firstUrl: draft.firstUrl ?? '',
    isAgencyUser: draft.isAgencyUser ?? false,
    confirmed: draft.confirmed ?? true,
    at: deps.clock.now(),
  });
  if (num === undefined) return undefined;
  await openTrafficAccount(trx, num);
  return { id, num };
};
