import type { Deps } from '../platform/deps.ts';
import type { BillingTurn } from './billing-turn.ts';
import { billInto } from './billing.ts';
import { notifyPaused } from './pause.ts';
import type { BillingOutcome, UseBatch } from './use-batch.ts';

/**
 * Bills a node's report in a billing turn and notifies the members whom it pauses. Every report goes this way, whether
 * it was pulled or an admin decided about it.
 */
export const billReport = async (
  { trx, repository }: BillingTurn,
  report: UseBatch,
  deps: Pick<Deps, 'clock'> & { readonly ids: Pick<Deps['ids'], 'next'> },
): Promise<BillingOutcome> => {
  const outcome = await billInto(repository, report);
  await notifyPaused(trx, { ...report, userNums: outcome.paused }, deps);
  return outcome;
};
