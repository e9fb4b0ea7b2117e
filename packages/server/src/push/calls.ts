import { MOST_TRANSFERS, type pushCalls } from '@skyport/contract/push';
import { inTransaction } from '@skyport/db';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { takeableTraffic } from '../traffic/index.ts';
import { create } from './create.ts';
import { endWaiting } from './end.ts';
import { presentTransfer } from './present.ts';
import { receive } from './receive.ts';
import { listTransfers, lockTransfer } from './store.ts';
import { texts } from './texts.ts';

type Calls = typeof pushCalls;

const list: Handler<Calls['list']> = async (_input, { caller }, { db, settings }) => {
  const { push_min: minPushNum, push_cost_rate: costRate } = settings.current();
  const rows = await listTransfers(db, caller.num, MOST_TRANSFERS);
  return {
    minPushNum,
    costRate,
    available: await takeableTraffic(db, caller.num),
    pushList: rows.map(presentTransfer),
  };
};

/** At any time, without a limit: it gives nobody anything. Another account's transfer does not exist. */
const takeBack: Handler<Calls['takeBack']> = async ({ id }, { caller }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    const transfer = await lockTransfer(trx, id);
    if (transfer?.sender_num !== caller.num) return refuse('notFound');
    if (transfer.state !== 'created') return refuse('conflict', texts.taken);
    const came = await endWaiting(trx, deps, { transfer, to: caller, actor: caller.id });
    if (came === undefined) return refuse('conflict', texts.returnTooMuch);
    deps.crash.at('push-end.before-commit');
  });
  deps.crash.at('push-end.after-commit');
  return {};
};

/** Permanent traffic that customers give to each other. */
export const pushHandlers: HandlersOf<Calls> = { list, create, receive, takeBack };
