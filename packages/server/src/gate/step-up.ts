import type { BuiltCall } from '@skyport/contract/call';
import { CONFIRM_FIELD, STEP_UP_MINUTES } from '@skyport/contract/step-up';
import { MINUTE_MS, type Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refuse.ts';
import type { StepUp } from '../platform/step-up.ts';
import type { Caller } from './roles.ts';

/** A payload without the answer to a step-up challenge, which neither schema nor handler may see. */
export interface SplitPayload {
  readonly payload: unknown;
  readonly confirm: unknown;
}

/** Takes the answer to a step-up challenge out of the payload of a row that may ask for one. */
export const splitConfirm = (row: BuiltCall, payload: unknown): SplitPayload => {
  if (row.stepUp === undefined || typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    return { payload, confirm: undefined };
  }
  const { [CONFIRM_FIELD]: confirm, ...rest } = payload as Record<string, unknown>;
  return { payload: rest, confirm };
};

/** Clocks of several processes differ by less: a step-up from further ahead is from before a clock was set back. */
const AHEAD_MS = 10_000;

const isFresh = (ageMs: number): boolean => ageMs >= -AHEAD_MS && ageMs < STEP_UP_MINUTES * MINUTE_MS;

/** A call that may need a step-up, and what ends its session. */
interface GuardedCall {
  readonly row: BuiltCall;
  readonly caller: Caller;
  readonly confirm: unknown;
  readonly address: string;
  readonly endSession: () => Promise<void>;
}

/** Refuses a call until its session has passed a step-up; asked twice during a call, it checks once. */
export const createStepUpCheck = (
  { row, caller, confirm, address, endSession }: GuardedCall,
  { clock, stepUp }: { clock: Clock; stepUp: StepUp },
): (() => Promise<void>) => {
  const check = async (): Promise<void> => {
    const { account, bothParts, steppedUpAt } = caller;
    if (row.stepUp === undefined) throw new Error(`${row.path} does not say that it needs a step-up`);
    if (!account || !bothParts) throw new Refusal('sessionExpired');
    if (steppedUpAt && isFresh(clock.now().getTime() - steppedUpAt.getTime())) return;
    const outcome = await stepUp({ account, confirm, address });
    if (outcome === 'right') return;
    if (outcome !== 'ended') throw new Refusal('stepUpNeeded', undefined, outcome.asked);
    await endSession();
    throw new Refusal('sessionExpired');
  };
  let checking: Promise<void> | undefined;
  return () => (checking ??= check());
};
