import type { BuiltCall } from '@skyport/contract/call';
import { CONFIRM_FIELD, LOOK_MINUTES } from '@skyport/contract/second-look';
import { MINUTE_MS, type Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refuse.ts';
import type { SecondLook } from '../platform/second-look.ts';
import type { Caller } from './roles.ts';

/** A payload without the answer to a second look, which neither schema nor handler may see. */
export interface SplitPayload {
  readonly payload: unknown;
  readonly confirm: unknown;
}

/** Takes the answer to a second look out of the payload of a row that may ask for one. */
export const splitConfirm = (row: BuiltCall, payload: unknown): SplitPayload => {
  if (row.stepUp === undefined || typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    return { payload, confirm: undefined };
  }
  const { [CONFIRM_FIELD]: confirm, ...rest } = payload as Record<string, unknown>;
  return { payload: rest, confirm };
};

/** Clocks of several processes differ by less: a look from further ahead is from before a clock was set back. */
const AHEAD_MS = 10_000;

const isFresh = (ageMs: number): boolean => ageMs >= -AHEAD_MS && ageMs < LOOK_MINUTES * MINUTE_MS;

/** A call that may need a second look, and what ends its session. */
interface Looked {
  readonly row: BuiltCall;
  readonly caller: Caller;
  readonly confirm: unknown;
  readonly address: string;
  readonly endSession: () => Promise<void>;
}

/** Refuses a call until a second look was passed; asked twice during a call, it looks once. */
export const createStepUp = (
  { row, caller, confirm, address, endSession }: Looked,
  { clock, secondLook }: { clock: Clock; secondLook: SecondLook },
): (() => Promise<void>) => {
  const look = async (): Promise<void> => {
    const { account, bothParts, lookedAt } = caller;
    if (row.stepUp === undefined) throw new Error(`${row.path} does not say that it needs a second look`);
    if (!account || !bothParts) throw new Refusal('sessionExpired');
    if (lookedAt && isFresh(clock.now().getTime() - lookedAt.getTime())) return;
    const outcome = await secondLook({ account, confirm, address });
    if (outcome === 'right') return;
    if (outcome !== 'ended') throw new Refusal('secondLookNeeded', undefined, outcome.asked);
    await endSession();
    throw new Refusal('sessionExpired');
  };
  let looking: Promise<void> | undefined;
  return () => (looking ??= look());
};
