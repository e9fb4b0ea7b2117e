/** The database of the product: start, migrations, connections, transactions, and the ledger. */
export { acquireFileLock, readLockHolder, type FileLock } from './file-lock.ts';
export { FolderHeld, joinLocalPostgres, startLocalPostgres } from './local.ts';
export type { LocalAddress, LocalPostgres } from './local.ts';
export { checkMigrations, migrate, roleOf } from './migrate.ts';
export { assertSafeServer, createDb, isReachable, type Database } from './pool.ts';
export { gatherReads } from './gathered-reads.ts';
export { createFastReader, type FastReader } from './reader.ts';
export { beforeCommit, inSnapshot, inTransaction, Overtaken } from './transaction.ts';
export type { DB } from './schema.generated.ts';
export type { Db } from './schema.ts';
export * from './ledger.ts';
export {
  checkLedgerSlice,
  checkNewLedger,
  passLedger,
  checkWholeLedger,
  firstLedgerSlice,
  type LedgerProblem,
  type LedgerSlice,
} from './ledger-health.ts';
