import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveTo, serverAccount } from './local-binaries.ts';
import { bufferMegabytes } from './local-cluster.ts';
import { isAlive } from './local-process.ts';
import { FolderHeld, joinLocalPostgres, startLocalPostgres, type LocalPostgres } from './local.ts';
import { migrate } from './migrate.ts';
import { assertSafeServer, createDb } from './pool.ts';
import { until } from '../../../testkit/until.ts';

/** A database as the first start made it; most tests have a copy, because making one is slow. */
let made = '';
let dataDir = '';
let running: LocalPostgres[] = [];

const makeFolder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'skyport-local-'));
  chmodSync(dir, 0o755);
  return dir;
};
const copyMade = (to: string): void => {
  spawnSync('cp', ['-a', join(made, 'pg'), to]);
};

beforeAll(async () => {
  made = makeFolder();
  await (await startLocalPostgres({ dataDir: made, log: () => undefined })).stop();
});
afterAll(() => rmSync(made, { recursive: true }));
beforeEach(() => {
  dataDir = makeFolder();
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (dir = dataDir): Promise<LocalPostgres> => {
  const server = await startLocalPostgres({ dataDir: dir, log: () => undefined });
  running.push(server);
  return server;
};

const ask = async <T extends object>(url: string, text: string): Promise<T[]> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const untilRight = async (attempt: () => Promise<unknown>): Promise<boolean> =>
  until('the attempt to succeed', async () => {
    await attempt();
    return true;
  });

test('the first start makes a crash-safe database that is reached by its socket only', async () => {
  const server = await start();
  const [facts] = await ask<Record<string, string>>(
    server.appUrl,
    `select current_user as role, current_setting('listen_addresses') as listens, current_setting('data_checksums') as sums,
            current_setting('server_encoding') as encoding, upper('é') as upper,
            (select setting::int * 8 / 1024 from pg_settings where name = 'shared_buffers') as buffers`,
  );
  const buffers = bufferMegabytes();
  expect(facts).toEqual({ role: 'skyport_app', listens: '', sums: 'on', encoding: 'UTF8', upper: 'É', buffers });
  const database = createDb(server.appUrl);
  await assertSafeServer(database.db);
  await database.close();
});

test('PostgreSQL keeps a quarter of the memory in its buffers, of 128 MB to 1 GB', () => {
  expect([0.25, 1, 2, 64].map((gib) => bufferMegabytes(gib * 1024 ** 3))).toEqual([128, 256, 512, 1024]);
});

test('of two first starts at once one serves, and the other says in a sentence who holds the folder', async () => {
  const [one, two] = await Promise.allSettled([start(), start()]);
  expect([one.status, two.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = one.status === 'rejected' ? one : two;
  expect(refused).toMatchObject({ reason: expect.any(FolderHeld) as unknown });
  expect(refused).toHaveProperty(
    'reason.message',
    expect.stringContaining(`in use by process ${process.pid}, since 20`),
  );
  expect(await ask(running[0]?.appUrl ?? '', 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a command joins the server of the start that holds the folder, and leaves it running', async () => {
  copyMade(dataDir);
  const server = await start();
  const joined = await joinLocalPostgres({ dataDir, log: () => undefined });
  expect(joined.appUrl).toBe(server.appUrl);
  expect(await ask(joined.ownerUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  await joined.stop();
  expect(isAlive(server.pid)).toBe(true);
});

test('a start that is refused before it begins anything leaves the folder free', async () => {
  copyMade(dataDir);
  const assertReady = () => Promise.reject(new Error('the port is taken'));
  await expect(startLocalPostgres({ dataDir, log: () => undefined, assertReady })).rejects.toThrow('the port is taken');
  await start();
});

test('data stay from one start to the next', async () => {
  copyMade(dataDir);
  const first = await start();
  await ask(first.ownerUrl, 'create table kept as select 7 as n');
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await ask(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }]);
});

test.runIf(process.getuid?.() === 0)('root starts it under another account', async () => {
  copyMade(dataDir);
  const server = await start();
  const uids = /^Uid:\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'));
  expect(Number(uids?.[1])).toBe(serverAccount().uid);
  expect(Number(uids?.[2])).not.toBe(0);
});

test.runIf(process.getuid?.() === 0)(
  'a folder that the account may not enter is refused with the way out',
  async () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    await expect(start(closed)).rejects.toThrow(/may not enter .*closed. Set DATA_DIR/);
  },
);

test('after kill -9 of the server it runs again by itself, and nothing answered is lost', async () => {
  const server = await start();
  await ask(server.ownerUrl, 'create table answered (n int)');
  for (let n = 0; n < 50; n += 1) await ask(server.ownerUrl, `insert into answered values (${n})`);
  const killed = server.pid;
  process.kill(killed, 'SIGKILL');
  await untilRight(async () =>
    expect(await ask(server.ownerUrl, 'select count(*)::int as n from answered')).toEqual([{ n: 50 }]),
  );
  await untilRight(async () => expect(server.pid).not.toBe(killed));
});

/** Another process that starts the server and is killed as a panel might be. */
const startElsewhere = async (): Promise<{ child: ReturnType<typeof spawn>; pid: number }> => {
  copyMade(dataDir);
  const local = join(import.meta.dirname, 'local.ts');
  const script = `import { startLocalPostgres } from ${JSON.stringify(local)};
    const server = await startLocalPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    process.stdout.write(String(server.pid) + '\\n'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(Number(data.toString())));
    child.once('exit', () => reject(new Error('the other process ended')));
  });
  return { child, pid };
};

/** The shells that watch over a server: its parent, and that one's other children. */
const shellsOf = (pid: number): number[] => {
  const first = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  const others = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && name !== String(pid) && parentIs(name, first),
  );
  return [...others.map(Number), Number(first)];
};

const parentIs = (pid: string, parent: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${parent}\n`);
  } catch {
    return false;
  }
};

const kill = async (child: ReturnType<typeof spawn>): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
};

test('the server ends with a panel that is killed, and nobody has to start again for that', async () => {
  const { child, pid } = await startElsewhere();
  await kill(child);
  await untilRight(async () => expect(isAlive(pid)).toBe(false));
});

test('a start right after a panel was killed waits for its server to end, and has one of its own', async () => {
  const { child, pid } = await startElsewhere();
  await kill(child);
  const server = await start();
  expect(server.pid).not.toBe(pid);
  expect(isAlive(pid)).toBe(false);
  expect(await ask(server.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a server whose supervisors were killed before its panel is ended by the next start', async () => {
  const { child, pid } = await startElsewhere();
  for (const shell of shellsOf(pid)) process.kill(shell, 'SIGKILL');
  await kill(child);
  expect(isAlive(pid)).toBe(true);
  const server = await start();
  expect(isAlive(pid)).toBe(false);
  await server.stop();
});

test('a panel and a server that are killed together leave data that the next start serves', async () => {
  const { child, pid } = await startElsewhere();
  await kill(child);
  process.kill(pid, 'SIGKILL');
  const server = await start();
  expect(server.pid).not.toBe(pid);
  expect(await ask(server.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('the number of a dead server that another program has by now does not stop the start', async () => {
  copyMade(dataDir);
  const server = await start();
  const file = join(dataDir, 'pg/data/postmaster.pid');
  const written = readFileSync(file, 'utf8');
  await server.stop();
  writeFileSync(file, written.replace(/^\d+/, String(process.pid)));
  giveTo(file, serverAccount());
  const again = await start();
  expect(again.pid).not.toBe(process.pid);
});

test('data of another major version are refused with the way to upgrade, and not touched', async () => {
  copyMade(dataDir);
  const server = await start();
  await server.stop();
  const file = join(dataDir, 'pg/data/PG_VERSION');
  writeFileSync(file, '12\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 12, but this installation brings \d+.*pg_dump.*pg_restore/);
  expect(readFileSync(file, 'utf8')).toBe('12\n');
});

test('a server that cannot start is given up soon, with the end of its log', async () => {
  copyMade(dataDir);
  rmSync(join(dataDir, 'pg/data/global'), { recursive: true });
  await expect(start()).rejects.toThrow(/PostgreSQL does not start. The end of .*server.log:[^]*pg_control/);
});

test('a data folder with a long path has its socket elsewhere, and keeps it', async () => {
  const long = join(dataDir, 'x'.repeat(90));
  mkdirSync(long);
  copyMade(long);
  const first = await start(long);
  expect(await ask(first.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  await first.stop();
  const second = await start(long);
  expect(second.appUrl).toBe(first.appUrl);
  rmSync(readFileSync(join(long, 'pg/socket-dir'), 'utf8').trim(), { recursive: true });
});

const SYSTEM_15 = '/usr/lib/postgresql/15/bin';
test.runIf(existsSync(join(SYSTEM_15, 'initdb')))(
  'data of the oldest version are served by it, and migrate',
  async () => {
    const account = serverAccount();
    const data = join(dataDir, 'pg/data');
    mkdirSync(data, { recursive: true, mode: 0o700 });
    giveTo(join(dataDir, 'pg'), account);
    const ids = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
    spawnSync(
      join(SYSTEM_15, 'initdb'),
      ['-D', data, '-U', 'skyport_root', '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums'],
      {
        ...(ids as object),
        cwd: data,
      },
    );
    const server = await start();
    expect(await migrate(server.ownerUrl, { appUrl: server.appUrl })).toContain('0002_ledger.sql');
    const [version] = await ask<{ n: number }>(
      server.appUrl,
      `select current_setting('server_version_num')::int / 10000 as n`,
    );
    expect(version?.n).toBe(15);
  },
);
