import type { pushCalls } from '@skyport/contract/push';
import { inTransaction } from '@skyport/db';
import { isDisabled } from '../accounts/index.ts';
import { addressAttempts, type Attempt } from '../platform/attempt-limits.ts';
import { findReachedLimit, recordAttempts } from '../platform/attempts-store.ts';
import { takeAttemptsWithin } from '../platform/attempts.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { endWaiting } from './end.ts';
import { typedCode } from './rules.ts';
import { findIdByCode, lockTransfer } from './store.ts';
import { texts } from './texts.ts';

interface Typed {
  readonly code: string;
  readonly userId: string;
  readonly address: string;
}

/**
 * The transfer of a code that somebody typed. A wrong one counts for the account and for where it came from, in a
 * transaction of its own, because that must outlive the refusal. Refuses `tooFrequent` beyond their limits.
 */
const transferOfCode = async (deps: Deps, { code, userId, address }: Typed): Promise<string> => {
  const attempts: readonly Attempt[] = [
    { kind: 'push_code.account', key: userId },
    ...addressAttempts('push_code.address', address),
  ];
  const at = deps.clock.now();
  const found = await inTransaction(deps.db, async (trx) => {
    if (await findReachedLimit(trx, attempts, { at, proven: false })) return 'over';
    const id = await findIdByCode(trx, code);
    if (id === undefined) await recordAttempts(trx, attempts, { at, ids: deps.ids });
    return { id };
  });
  if (found === 'over') return refuse('tooFrequent', texts.tooManyCodes);
  return found.id ?? refuse('pushCodeInvalid');
};

/** Takes offered traffic; the own code takes the transfer back. Only what came counts against one in ten seconds. */
export const receive: Handler<(typeof pushCalls)['receive']> = async (input, { caller, address }, deps) => {
  const id = await transferOfCode(deps, { code: typedCode(input.code), userId: caller.id, address });
  const answer = await inTransaction(deps.db, async (trx) => {
    const transfer = await lockTransfer(trx, id);
    if (transfer?.state !== 'created') return refuse('pushCodeInvalid');
    const attempts = [{ kind: 'push_receive.account', key: caller.id }] as const;
    if ('over' in (await takeAttemptsWithin(trx, deps, { attempts }))) return refuse('tooFrequent');
    // What an account had offered before it was closed is held until it comes back.
    if (await isDisabled(trx, transfer.sender_id)) return refuse('unknownPush');
    const traffic = await endWaiting(trx, deps, { transfer, to: caller, actor: caller.id });
    if (traffic === undefined) return refuse('conflict', texts.tooMuch);
    deps.crash.at('push-end.before-commit');
    return { traffic, returned: transfer.sender_num === caller.num };
  });
  deps.crash.at('push-end.after-commit');
  return answer;
};
