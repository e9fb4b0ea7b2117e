import type { telegramCalls } from '@skyport/contract/telegram';
import { inTransaction } from '@skyport/db';
import { releaseTelegram } from '../accounts/index.ts';
import { queueChat } from '../chat/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { sha256 } from '../platform/secrets.ts';
import { isStaff } from '../platform/staff.ts';
import { bindTo } from './link.ts';
import { maskedEmail } from './present.ts';
import { BIND_MS, botLink, makeCode } from './rules.ts';
import { findBotName, getBinding, listRequests, lockAccount, lockTelegram, removeRequest, saveCode } from './store.ts';
import { texts } from './texts.ts';

type Calls = typeof telegramCalls;

const state: Handler<Calls['state']> = async (_input, { caller }, { db, clock }) => {
  const [binding, requests, username] = await Promise.all([
    getBinding(db, caller.id),
    listRequests(db, caller.id, clock.now()),
    findBotName(db),
  ]);
  return {
    bound: binding.telegramId !== null,
    name: binding.telegramId === null ? '' : binding.name || String(binding.telegramId),
    since: binding.since?.toISOString() ?? null,
    bot: botLink(username),
    requests: requests.map(({ id, name, telegramId, expiresAt }) => ({
      _id: id,
      name,
      telegram_id: String(telegramId),
      expires: expiresAt.toISOString(),
    })),
  };
};

const code: Handler<Calls['code']> = async (_input, { caller, requireStepUp }, deps) => {
  if (isStaff(caller.type)) await requireStepUp();
  const { db, clock, random, ids } = deps;
  const [oneTime, token] = [makeCode(random), ids.token()];
  const expiresAt = new Date(clock.now().getTime() + BIND_MS);
  const username = await inTransaction(db, async (trx) => {
    const account = await lockAccount(trx, caller.id);
    if (!account || account.telegramId !== null) refuse('conflict', '已绑定 Telegram，请先解除绑定');
    await saveCode(trx, { userId: caller.id, codeHash: sha256(oneTime), tokenHash: sha256(token), expiresAt });
    return findBotName(trx);
  });
  return {
    command: `/bind ${caller.id} ${oneTime}`,
    link: botLink(username, token),
    expires: expiresAt.toISOString(),
  };
};

const answer: Handler<Calls['answer']> = async ({ id, accept }, { caller, requireStepUp }, deps) => {
  if (accept && isStaff(caller.type)) await requireStepUp();
  await inTransaction(deps.db, async (trx) => {
    await lockTelegram(trx);
    const account = (await lockAccount(trx, caller.id)) ?? refuse('notFound');
    const asked = (await listRequests(trx, caller.id, deps.clock.now())).find((one) => one.id === id);
    if (!asked) return refuse('notFound', '该请求已失效');
    await removeRequest(trx, id);
    if (!accept) return;
    const outcome = await bindTo(trx, deps, { account, ...asked });
    if (outcome.kind !== 'bound') refuse('conflict', '该 Telegram 账号或本账号已绑定');
    const { telegramId: chatId } = asked;
    await queueChat(trx, deps, { chatId, kind: 'bound', text: texts.bound(maskedEmail(account.email)) });
  });
  return {};
};

const unbind: Handler<Calls['unbind']> = async (_input, { caller }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    if (!(await releaseTelegram(trx, deps, { userId: caller.id, reason: 'site' }))) refuse('notFound', '尚未绑定');
  });
  return {};
};

/** The profile page's side of the binding. */
export const telegramHandlers: HandlersOf<Calls> = { state, code, answer, unbind };
