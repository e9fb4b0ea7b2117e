import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { panelCommand } from '../testkit/program.ts';
import { until } from '../testkit/until.ts';
import { inRounds, neat, roundsOf, type Bench } from './measure.ts';

/** From the start of the process to its first answer, on a database that exists, and its memory at rest. */
export const start: Bench = async (options) => {
  const dataDir = makeFolder('start');
  const restSeconds = options.quick ? 3 : 10;
  try {
    // The first start makes the database and does not count.
    await startOnce(dataDir, 0);
    let rss = 0;
    const found = await inRounds(
      roundsOf(options).rounds,
      {
        startMs: async () => {
          const { ms, rssMb } = await startOnce(dataDir, restSeconds);
          rss = rssMb;
          return ms;
        },
        rssMb: async () => rss,
      },
      options.say,
    );
    return { ratios: {}, figures: { startMs: neat(found.startMs), rssMb: neat(found.rssMb) } };
  } finally {
    removeFolder(dataDir);
  }
};

const startOnce = async (dataDir: string, restSeconds: number): Promise<{ ms: number; rssMb: number }> => {
  const port = await quietPort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port) };
  const begun = performance.now();
  const child = spawn(process.execPath, panelCommand, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  try {
    const url = `http://127.0.0.1:${port}/healthz`;
    await until('the first answer', async () => (await fetch(url)).ok, { withinMs: 60_000, everyMs: 5 });
    const ms = performance.now() - begun;
    await sleep(restSeconds * 1000);
    return { ms, rssMb: residentMb(child.pid ?? 0) };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
};

const residentMb = (pid: number): number => {
  const [, kib = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
};
