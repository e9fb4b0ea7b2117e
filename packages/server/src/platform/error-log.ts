import type { Db } from '@skyport/db';
import { cleanText } from './clean-text.ts';
import type { Clock } from './clock.ts';
import { insertFault } from './error-log-store.ts';
import type { Ids } from './ids.ts';
import type { Log } from './log.ts';

/** Where a fault happened. */
export interface FaultPlace {
  readonly call: string;
  readonly requestId: string;
}

/** Writes faults of ours where operators see them. Never throws: a fault must not hide behind another. */
export type FaultLog = (fault: unknown, place: FaultPlace) => Promise<void>;

/** A fault log that writes a row and a log line. Values that look like secrets are replaced, payloads never written. */
export const createFaultLog =
  ({ db, clock, ids, log }: { db: Db; clock: Clock; ids: Ids; log: Log }): FaultLog =>
  async (fault, place) => {
    const error = fault instanceof Error ? fault : new Error(String(fault));
    const row = { name: cleanText(error.name, 100), message: cleanText(error.message, 1000), stack: stackOf(error) };
    log.error({ ...place, fault: row.name, message: row.message, stack: row.stack }, 'fault');
    try {
      const { call, requestId } = place;
      await insertFault(db, { id: ids.next(), at: clock.now(), ...row, call, request_id: requestId });
    } catch (second) {
      log.warn(
        { reason: second instanceof Error ? second.message : '' },
        'the fault could not be written to the database',
      );
    }
  };

/** Frames only (paths and line numbers): the first line of a stack repeats the message. */
const stackOf = (error: Error): string => {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const cause =
    error.cause instanceof Error ? `\ncaused by ${error.cause.name}: ${cleanText(error.cause.message, 300)}` : '';
  return (frames.join('\n') + cause).slice(0, 6000);
};
