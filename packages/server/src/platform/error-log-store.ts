import type { Db } from '@skyport/db';

/** A fault as operators see it. */
export interface FaultRow {
  readonly id: string;
  readonly at: Date;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly call: string;
  readonly request_id: string;
}

/** Writes a fault into the error log. */
export const insertFault = async (db: Db, row: FaultRow): Promise<void> => {
  await db.insertInto('error_log').values(row).execute();
};
