import type { Db } from '@skyport/db';
import type { Deps } from './deps.ts';

/** Something that staff did. No secret belongs into `detail`. */
export interface AuditEntry {
  /** A user's id. */
  readonly actor: string;
  /** Client address. */
  readonly address: string;
  /** Name of the call, feature first. */
  readonly call: string;
  /** What it was done to: an id. */
  readonly object: string;
  readonly detail: object;
}

/** Writes an entry of the audit log inside the caller's transaction: what was not done is not in it. */
export const audit = async (trx: Db, { ids, clock }: Pick<Deps, 'ids' | 'clock'>, entry: AuditEntry): Promise<void> => {
  await trx
    .insertInto('audit_log')
    .values({ ...entry, id: ids.next(), at: clock.now(), detail: JSON.stringify(entry.detail) })
    .execute();
};
