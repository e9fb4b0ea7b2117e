import type { Db } from '@skyport/db';

/** Who is rebated for the customers of a code. */
export interface Inviter {
  readonly num: number;
  readonly disabled: boolean;
  readonly isAgencyUser: boolean;
  /** Ten-thousandths. */
  readonly rewardBp: number;
  /** Days after a customer's sign-up, where rebates end. */
  readonly consumerDays: number;
}

/**
 * The owner of a code, an earlier code included; undefined when nobody has it. The account stays as it is until the
 * caller's transaction ends: whoever becomes an agency's customer meanwhile has the rebate before, or none.
 */
export const lockInviter = (trx: Db, code: string): Promise<Inviter | undefined> =>
  trx
    .selectFrom('channel_codes as k')
    .innerJoin('channels as c', 'c.user_id', 'k.user_id')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['u.num', 'u.disabled', 'u.is_agency_user as isAgencyUser'])
    .select(['c.reward_bp as rewardBp', 'c.consumer_days as consumerDays'])
    .where('k.code', '=', code)
    .forShare('u')
    .executeTakeFirst();
