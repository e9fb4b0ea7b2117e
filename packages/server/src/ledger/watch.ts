import {
  checkLedgerSlice,
  checkNewLedger,
  firstLedgerSlice,
  inTransaction,
  passLedger,
  type Db,
  type LedgerProblem,
  type LedgerSlice,
} from '@skyport/db';
import { alarmOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { keepProblems, noteNewChecked, noteWholeChecked } from './store.ts';
import { texts } from './texts.ts';

/** Ids of one slice of the whole check: about a second each. A slice that takes too long is halved. */
const SLICE_SIZE = 50_000;
/** Rows of the error log that one check writes at most. */
const MOST_FAULTS = 20;
/** SQLSTATE query_canceled: the time of a statement was over. */
const TOO_LONG = '57014';

/** Something in the ledger is not as it must be. */
class LedgerDifference extends Error {
  override readonly name = 'LedgerDifference';
}

/** Checks what is new in the ledger. A difference that was not known is an alarm. */
export const watchNew = async (deps: Deps): Promise<void> => {
  const at = deps.clock.now();
  const { problems, upTo } = await checkNewLedger(deps.db);
  const finish = async (trx: Db): Promise<void> => {
    if (upTo !== undefined) await passLedger(trx, upTo, at);
    await noteNewChecked(trx, at);
  };
  await keepAndNotify(deps, { problems, at, call: 'job ledger.watch-new', finish });
};

/** A whole check under way: when it began, and what of it comes next. */
export interface WholeCheck {
  readonly begun: Date;
  readonly slice: LedgerSlice;
}

/** A whole check that begins now. */
export const beginWhole = (now: Date): WholeCheck => ({ begun: now, slice: firstLedgerSlice(SLICE_SIZE) });

/**
 * Checks one slice of the whole ledger; `goOn` is called in the transaction that keeps what was found, with what is
 * left, unless it was the last slice.
 */
export const watchSlice = async (
  deps: Deps,
  { begun, slice }: WholeCheck,
  goOn: (trx: Db, left: WholeCheck) => Promise<void>,
): Promise<void> => {
  const at = deps.clock.now();
  const { problems, next } = await checkLedgerSlice(deps.db, slice).catch((fault: unknown) => {
    if ((fault as { code?: unknown }).code !== TOO_LONG || slice.size === 1) throw fault;
    return { problems: [], next: { ...slice, size: Math.ceil(slice.size / 2) } };
  });
  const finish = (trx: Db): Promise<void> =>
    next ? goOn(trx, { begun, slice: next }) : noteWholeChecked(trx, { begun, at });
  await keepAndNotify(deps, { problems, at, call: 'job ledger.watch-all', finish });
};

interface Found {
  readonly problems: readonly LedgerProblem[];
  readonly at: Date;
  readonly call: string;
  finish(trx: Db): Promise<void>;
}

const keepAndNotify = async (deps: Deps, { problems, at, call, finish }: Found): Promise<void> => {
  const fresh = await inTransaction(deps.db, async (trx) => {
    const unknown = await keepProblems(trx, problems, at);
    if (unknown.length > 0) await raiseAlarm(trx, deps, unknown);
    await finish(trx);
    return unknown;
  });
  const failed = createFaultLog(deps);
  for (const { problem, detail } of fresh.slice(0, MOST_FAULTS))
    await failed(new LedgerDifference(`${problem}: ${detail}`), { call, requestId: '' });
};

const raiseAlarm = (trx: Db, deps: Deps, fresh: readonly LedgerProblem[]): Promise<void> =>
  alarmOperators(trx, deps, {
    name: 'ledger_difference',
    href: '#/admin_error',
    subject: texts.subject,
    text: texts.alarm(fresh),
    open: texts.open,
  });
