import { copyOf, type Database, type Entry, noRows, type Owner, type Table, type Transaction } from './tables.ts';

/** An empty database. */
export const newDatabase = (): Database => {
  let rows = noRows();
  const holders = new Map<string, Transaction>();
  const queues = new Map<string, { trx: Transaction; owner: Owner; resolve: () => void }[]>();
  const release = (trx: Transaction): void => {
    for (const [name, holder] of holders) {
      if (holder !== trx) continue;
      const next = queues.get(name)?.shift();
      if (!next) holders.delete(name);
      else {
        holders.set(name, next.trx);
        next.owner.blocked = false;
        next.resolve();
      }
    }
    for (const queue of queues.values()) {
      const at = queue.findIndex((each) => each.trx === trx);
      if (at >= 0) queue.splice(at, 1);
    }
  };
  const lock = (trx: Transaction, owner: Owner, name: string): Promise<void> | undefined => {
    const holder = holders.get(name);
    if (holder === trx) return undefined;
    if (!holder) {
      holders.set(name, trx);
      return undefined;
    }
    owner.blocked = true;
    return new Promise((resolve) => {
      queues.set(name, [...(queues.get(name) ?? []), { trx, owner, resolve }]);
    });
  };
  const begin = (owner: Owner): Transaction => {
    const own = new Map<Table, Map<string, unknown>>();
    const entries: Entry[] = [];
    let ended = false;
    const trx: Transaction = {
      get: (table, key) => (own.get(table)?.get(String(key)) ?? rows[table].get(String(key))) as never,
      all: (table) =>
        new Map<string, never>([...(rows[table] as Map<string, never>), ...((own.get(table) ?? []) as never)]),
      put: (table, key, row) => {
        let changed = own.get(table);
        if (!changed) own.set(table, (changed = new Map()));
        changed.set(String(key), row);
      },
      // The connection of a dead process asks for nothing any more.
      lock: (table, key) => (ended ? new Promise(() => undefined) : lock(trx, owner, `${table} ${key}`)),
      log: (entry) => void entries.push(entry),
      commit: () => {
        if (ended) throw new Error('the transaction has ended');
        ended = true;
        for (const [table, changed] of own)
          for (const [key, row] of changed) (rows[table] as Map<string, unknown>).set(key, row);
        for (const entry of entries) rows.log.set(String(rows.log.size), entry);
        release(trx);
      },
      rollBack: () => {
        if (ended) return;
        ended = true;
        release(trx);
      },
    };
    return trx;
  };
  return {
    get: (table, key) => rows[table].get(String(key)) as never,
    all: (table) => rows[table] as never,
    begin,
    change: (work) => {
      const trx = begin({ blocked: false });
      const result = work(trx);
      trx.commit();
      return result;
    },
    backUp: () => copyOf(rows),
    restore: (saved) => {
      rows = copyOf(saved);
      holders.clear();
      queues.clear();
    },
  };
};
