import type { Client } from 'pg';

/*
 * Migrations of indexes that are built while customers go on. PostgreSQL builds them outside of transactions, so that
 * a file of them holds nothing else, and runs again from its start after a crash.
 */

const COMMENT = /--[^\n]*/g;
const INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s/i;
const DROP = /^drop\s+index\s+concurrently\s+if\s+exists\s+(\w+)$/i;

const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(COMMENT, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

/** Whether a migration builds or drops indexes concurrently. */
export const isConcurrent = (sql: string): boolean => /\bindex\s+concurrently\b/i.test(sql.replaceAll(COMMENT, ''));

/**
 * Runs a migration that only creates or drops indexes concurrently. Drops the invalid indexes of an interrupted run
 * first. Throws when the file has any other statement.
 */
export const runConcurrently = async (client: Client, sql: string): Promise<void> => {
  const statements = statementsOf(sql);
  const strange = statements.find((statement) => !INDEX.test(statement) && !DROP.test(statement));
  if (strange !== undefined)
    throw new Error(
      'a file with CONCURRENTLY may only have “create index concurrently NAME on …” and “drop index concurrently if ' +
        `exists NAME”, not “${strange.slice(0, 60)}”`,
    );
  // Such a build waits for old transactions and blocks no other statement.
  await client.query('set lock_timeout = 0');
  for (const statement of statements) {
    const name = INDEX.exec(statement)?.[1];
    if (name !== undefined) await client.query(`drop index concurrently if exists ${name}`);
    await client.query(statement);
  }
};

/** The same migration for a transaction that has the tables to itself. */
export const insideTransaction = (sql: string): string =>
  isConcurrent(sql) ? sql.replaceAll(/\bindex\s+concurrently\b/gi, 'index') : sql;
