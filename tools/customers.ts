import { bytes } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { createAccount, userkeyAssociatedData } from '@skyport/server/accounts/sign-up/create';
import { dayOf } from '@skyport/server/platform/clock';
import type { Deps } from '@skyport/server/platform/deps';
import { extendMembership, grantTraffic } from '@skyport/server/traffic/index';

/** An account to be made by a tool. Bytes and days of membership from now on. */
export interface CustomerDraft {
  readonly email: string;
  readonly traffic: number;
  readonly memberDays?: number;
  /** Code of the inviter. */
  readonly channelCode?: string;
}

/** An account that a tool has made. */
export interface Customer {
  readonly id: string;
  readonly num: number;
  readonly email: string;
  readonly userkey: string;
}

const AT_ONCE = 50;

/**
 * Makes accounts with traffic, the way sign-up and coupons do: every byte is in the ledger. `passwordHash` is what all
 * of them get; without one nobody can log in. Addresses that are taken are passed over.
 */
export const makeCustomers = async (
  deps: Deps,
  drafts: readonly CustomerDraft[],
  passwordHash = 'none',
): Promise<Customer[]> => {
  const made: Customer[] = [];
  for (let at = 0; at < drafts.length; at += AT_ONCE) {
    const some = drafts.slice(at, at + AT_ONCE);
    made.push(...(await inTransaction(deps.db, (trx) => makeSome({ ...deps, db: trx }, some, passwordHash))));
  }
  return made;
};

const makeSome = async (deps: Deps, drafts: readonly CustomerDraft[], passwordHash: string): Promise<Customer[]> => {
  const made: Customer[] = [];
  for (const draft of drafts) {
    const { email, channelCode = '' } = draft;
    const account = await createAccount(deps.db, { email, passwordHash, type: 'normal', channelCode }, deps);
    if (!account) continue;
    await supply(deps, account.num, draft);
    const { userkey_enc } = await deps.db
      .selectFrom('users')
      .select('userkey_enc')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    const userkey = deps.secrets.decrypt(userkey_enc, userkeyAssociatedData(account.id));
    made.push({ ...account, email: draft.email, userkey });
  }
  return made;
};

const supply = async (deps: Deps, userNum: number, { traffic, memberDays = 0 }: CustomerDraft): Promise<void> => {
  const at = deps.clock.now();
  const day = dayOf(at, deps.settings.current().timezone);
  const what = {
    key: `gift:${userNum}`,
    ref: 'gift',
    actor: 'demo',
    recordType: 'coupon',
    description: '新用户体验',
  } as const;
  if (traffic > 0) await grantTraffic(deps.db, { ...what, userNum, at, day, amount: bytes(traffic) });
  if (memberDays > 0) await extendMembership(deps.db, { userNum, hours: memberDays * 24, now: at });
};
