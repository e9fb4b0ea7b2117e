import { type ChangedRecord, changedSince } from '@skyport/contract/changed-fields';
import { ChannelFields, type Channel, type ChannelForm } from '@skyport/contract/invite';
import type { usersCalls } from '@skyport/contract/users';
import { inTransaction, type Db } from '@skyport/db';
import { accountByEmail, changeType, emailsOf, lockHolder } from '../accounts/index.ts';
import { findChannel, newChannel, rewardBpOf, rewardRateOf, saveChannel, type ChannelRow } from '../invite/index.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { channelTexts as texts, staleText } from './texts.ts';

type Calls = typeof usersCalls;

const present = (email: string, { name, code, rewardBp, consumerDays }: ChannelRow): Channel => ({
  email,
  name,
  code,
  rewardRate: rewardRateOf(rewardBp),
  comsumerDuration: consumerDays,
});

/** The channel of an account as staff see it; one that could be, where there is none. */
const channelOf = async (db: Db, { id, email }: { id: string; email: string }, deps: Deps): Promise<Channel> =>
  present(email, (await findChannel(db, id)) ?? newChannel(deps.settings.current()));

/** The channel of an account. */
export const getUserChannel: Handler<Calls['getUserChannel']> = async ({ user_id: id }, _context, deps) => {
  const email = (await emailsOf(deps.db, [id])).get(id) ?? refuse('notFound');
  return channelOf(deps.db, { id, email }, deps);
};

/** Refuses a form that was opened before somebody else changed the channel. */
const checkFresh = (now: Channel, { shown }: ChannelForm): void => {
  const stale = changedSince<ChannelFields>(ChannelFields.shape, { shown, now });
  const { email: _email, ...fields } = now;
  if (stale.length > 0) refuse('conflict', staleText('渠道', stale), { now: fields } satisfies ChangedRecord);
};

/** Makes or saves the channel of an account; a plain customer becomes of type channel, and logs in anew. */
export const updateChannel: Handler<Calls['updateChannel']> = async (form, { audited }, deps) => {
  const { email, name, code, rewardRate, comsumerDuration: consumerDays } = form;
  return inTransaction(deps.db, async (trx) => {
    const { id } = (await accountByEmail(trx, email)) ?? refuse('notFound');
    const user = (await lockHolder(trx, id)) ?? refuse('notFound');
    if (user.isAgencyUser) refuseField({ field: 'email', message: texts.agencyUser });
    checkFresh(await channelOf(trx, user, deps), form);
    await audited(trx, { ids: [id] }, async () => {
      const channel = { name, code, rewardBp: rewardBpOf(rewardRate), consumerDays, at: deps.clock.now() };
      if (!(await saveChannel(trx, id, channel))) refuseField({ field: 'code', message: texts.codeTaken }, 'conflict');
      if (user.type === undefined || user.type === 'normal') await changeType(trx, id, 'channel');
    });
    return channelOf(trx, user, deps);
  });
};
