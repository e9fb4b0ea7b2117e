import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findEngines } from './engines/process.ts';
import { change, fullSet } from './testing/desired.ts';
import { billedBy, engineCounts, joinedNode, servingNode, stateOf, usersOn } from './testing/node.ts';
import { tablesOf } from './testing/packet-filter.ts';
import { billsExactly, grows } from './testing/streams.ts';
import { beginDownload, download, isRefused, startClient } from './testing/rig.ts';
import { testSurroundings } from './testing/surroundings.ts';

const MB = 1_000_000;
const surroundings = testSurroundings();

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

test('an engine that dies in the middle of downloads takes one tick with it, and the kernel tells how much that was', async () => {
  const { panel, port, made, users } = await servingNode(surroundings, [1]);
  const { epoch, unattributed } = await stateOf(panel, port);
  expect(unattributed).toBe(0);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const running = [];
  for (const proxy of client.ports.values()) running.push(await beginDownload(proxy, surroundings.website, '/slow'));
  for (const one of running) await grows(one, 3 * MB);
  const [engine] = findEngines(epoch);
  process.kill(engine?.pid ?? 0, 'SIGKILL');
  await Promise.allSettled(running.map((one) => one.ended));
  await expect.poll(() => stateOf(panel, port).then((s) => s.engine.restarts)).toBe(1);
  const seen = sumOf(running.map((one) => one.bytes()));
  const billing = billedBy(panel, port);
  await billing.pull();
  const billed = sumOf(billing.sums.values());
  const after = await stateOf(panel, port);
  // Three downloads of 1 MB/s each, and a tick a second; a little slack for a busy machine.
  expect(seen - billed).toBeLessThan(3 * 1.6 * MB);
  expect(after.unattributed).toBeGreaterThan((seen - billed) * 0.9);
  expect(after.unattributed).toBeLessThan((seen - billed) * 1.25 + 0.5 * MB);
});

/** Mounts a disk of its own at the data directory. */
const smallDisk = (dataDir: string): (() => void) => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=700', 'tmpfs', dataDir]);
  return () => execFileSync('umount', ['--lazy', dataDir]);
};

const fill = (dataDir: string): void => {
  for (const size of [1024 * 1024, 64 * 1024, 4096]) {
    for (let at = 0; ; at++) {
      const { bavail, bsize } = statfsSync(dataDir);
      if (bavail * bsize < size) break;
      writeFileSync(join(dataDir, `filler-${size}-${at}`), Buffer.alloc(size));
    }
  }
};

const empty = (dataDir: string): void => {
  for (const size of [1024 * 1024, 64 * 1024, 4096])
    for (let at = 0; at < 600; at++) rmSync(join(dataDir, `filler-${size}-${at}`), { force: true });
};

test.skipIf(process.getuid?.() !== 0)(
  'a full disk stops the journal and nothing else: nothing is acknowledged, nothing is lost, and it heals by itself',
  async () => {
    const { panel, put, port, made, dataDir, current, again, users } = await servingNode(surroundings, [1, 2], {
      prepare: smallDisk,
    });
    const { epoch } = await stateOf(panel, port);
    const client = await startClient(surroundings.singBox, made, users);
    onTestFinished(client.stop);
    const billing = billedBy(panel, port);
    const counted = async (): Promise<Map<string, number>> =>
      new Map([...(await engineCounts(dataDir, epoch))].filter(([key]) => !key.startsWith('0.')));
    expect(await download(client.ports.get('1.1') ?? 0, surroundings.website, `/bytes/${MB}`)).toBe(MB);
    await billsExactly(billing, counted);

    fill(dataDir);
    expect(await download(client.ports.get('1.2') ?? 0, surroundings.website, `/bytes/${2 * MB}`)).toBe(2 * MB);
    const journal = () =>
      stateOf(panel, port).then(({ problems }) => problems.filter(({ kind }) => kind === 'journal'));
    await expect.poll(journal).toEqual([{ kind: 'journal', detail: expect.stringContaining('full') }]);
    const before = sumOf(billing.sums.values());
    await billing.pull();
    expect(sumOf(billing.sums.values())).toBe(before);

    // Who is taken out is out, whatever the disk says, and an agent that starts now starts.
    const stay = users.filter(({ user }) => user === 1);
    expect((await put(change(2, made.lines, users, stay))).body).toMatchObject({ applied_gen: 2 });
    expect(await isRefused(client.ports.get('2.1') ?? 0, surroundings.website, '/bytes/10')).toBe(true);
    await current().kill();
    await again();
    await expect.poll(() => stateOf(panel, port).then(({ engine }) => engine.running)).toBe(true);

    empty(dataDir);
    expect((await put(fullSet(2, made.lines, stay))).status).toBe(200);
    expect(await download(client.ports.get('1.3') ?? 0, surroundings.website, `/bytes/${MB}`)).toBe(MB);
    await expect.poll(journal).toEqual([]);
    await billsExactly(billing, counted);
    expect(sumOf(billing.sums.values())).toBeGreaterThan(4 * MB);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'a packet filter that somebody emptied is set up again within seconds',
  async () => {
    const { put, made, dataDir } = await joinedNode(surroundings);
    await put(fullSet(1, made.lines, usersOn(made.lines, [1])));
    const tables = (): string[] => tablesOf(dataDir).filter((text) => text.includes(String(made.lines[0]?.port)));
    const [name = ''] = tables()[0]?.split(' ') ?? [];
    execFileSync('nft', ['delete', 'table', 'inet', name]);
    expect(tables()).toEqual([]);
    await expect.poll(() => tables().length).toBe(1);
  },
);
