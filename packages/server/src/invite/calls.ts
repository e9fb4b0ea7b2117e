import type { inviteCalls } from '@skyport/contract/invite';
import { yuanOf } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { maskedEmail } from '../platform/masked-email.ts';
import { channelOf, rewardRateOf } from './channel.ts';
import { countInvited, listInvited, listRebates, sumRebates } from './owner-store.ts';
import { ownLink } from './own-link.ts';
import { findChannel } from './store.ts';

type Calls = typeof inviteCalls;

const channelInfo: Handler<Calls['channelInfo']> = async (_input, { caller }, deps) => {
  const { db, settings } = deps;
  const current = settings.current();
  const channel =
    (await findChannel(db, caller.id)) ?? (await inTransaction(db, (trx) => channelOf(trx, deps, caller.id)));
  const [{ owner, link }, invited, rewards] = await Promise.all([
    ownLink(db, deps, { userId: caller.id, code: channel.code }),
    countInvited(db, caller.id),
    sumRebates(db, caller.num),
  ]);
  return {
    chanelInfo: {
      code: channel.code,
      rewardRate: rewardRateOf(channel.rewardBp),
      comsumerDuration: current.inviteRule ? channel.consumerDays : null,
      link,
    },
    min_charge_money: current.min_charge_money,
    invited,
    rewards: rewards.count,
    earned: yuanOf(rewards.sum),
    is_agency: owner.is_agency,
  };
};

/** What an account earns by bringing others. */
export const inviteHandlers: HandlersOf<Calls> = {
  channelInfo,
  rewardList: async (part, { caller }, { db }) => {
    const rows = await listRebates(db, caller.num, part);
    return rows.map((row) => ({
      _id: row.order_id,
      comsumer_name: maskedEmail(row.email),
      desc: row.name,
      userSpend: yuanOf(row.cash),
      reward: yuanOf(row.reward),
      buyTime: row.at.toISOString(),
      left: yuanOf(row.left),
    }));
  },
  invitedUsers: async (part, { caller }, { db }) => {
    const rows = await listInvited(db, caller.id, part);
    return rows.map(({ id, email, created_at }) => ({
      _id: id,
      email: maskedEmail(email),
      createTime: created_at.toISOString(),
    }));
  },
};
