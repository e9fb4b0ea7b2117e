import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseEngineName } from '@skyport/agent/engines/xray-names';
import { totalsOfCounters, type UsageTotals } from '../../testkit/usage-totals.ts';

/** What an agent keeps on its disk of the engine that it read last, and how many bytes of nobody it shows. */
export interface Image {
  readonly storeId: string;
  readonly instance: string;
  readonly reported: UsageTotals;
  readonly unattributed: number;
}

/** Reads the store of an agent that does not run at this moment: a copy, as a crash would leave it. */
export const imageOf = (dataDir: string): Image => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-image-'));
  try {
    for (const name of ['agent.db', 'agent.db-wal']) {
      if (existsSync(join(dataDir, name))) cpSync(join(dataDir, name), join(folder, name));
    }
    const db = new DatabaseSync(join(folder, 'agent.db'));
    try {
      return readImage(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const readImage = (db: DatabaseSync): Image => {
  const meta = (key: string): string =>
    String(db.prepare('select value from meta where key = ?').get(key)?.['value'] ?? '');
  const rows = db.prepare('select name, value from counter join last_value using (id)').all();
  const counters = rows.flatMap((row) => {
    const [, engineName = '', way] = /^user>>>(.+)>>>traffic>>>(uplink|downlink)$/.exec(String(row['name'])) ?? [];
    const userOnLine = parseEngineName(engineName);
    const direction = way === 'uplink' ? ('up' as const) : ('down' as const);
    return userOnLine ? [{ ...userOnLine, direction, value: Number(row['value']) }] : [];
  });
  return {
    storeId: meta('owner'),
    instance: meta('read_of'),
    reported: totalsOfCounters(counters),
    unattributed: Number(meta('unattributed')),
  };
};

/** Stops a process where it is, until it gets SIGCONT; gives back control when it stands. */
export const freeze = (pid: number): void => {
  process.kill(pid, 'SIGSTOP');
  const stands = (): boolean => /\) [TZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  while (!stands());
};
