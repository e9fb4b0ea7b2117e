import { LOCK_MINUTES, WRONG_CODES } from '@skyport/contract/second-step';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAttempts } from '../../platform/attempts-store.ts';
import { wrongCodesOf } from './store.ts';

/** Locks the second step of an account, as wrong codes do whose time ends in `forMs`. */
export const lockStepOf = async (
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  userId: string,
  { forMs }: { readonly forMs: number },
): Promise<void> => {
  const at = new Date(deps.clock.now().getTime() - LOCK_MINUTES * MINUTE_MS + forMs);
  for (let n = 0; n < WRONG_CODES; n += 1) await recordAttempts(deps.db, wrongCodesOf(userId), { at, ids: deps.ids });
};
