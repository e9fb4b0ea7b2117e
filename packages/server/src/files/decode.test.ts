import { randomUUID } from 'node:crypto';
import { writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDecode } from './decode.ts';
import { picture } from './testing/pictures.ts';

/** A decoder, and what it had to complain of. */
const decoder = (options: Parameters<typeof createDecode>[1] = {}) => {
  const complaints: unknown[] = [];
  const log = { warn: (what: unknown) => void complaints.push(what) };
  return { decode: createDecode(log, options), complaints };
};

/** A program in the decoder's place, removed when the test ends. */
const programOf = async <T>(text: string, work: (path: string) => Promise<T>): Promise<T> => {
  const path = join(tmpdir(), `decoder-${randomUUID()}.mjs`);
  writeFileSync(path, text);
  try {
    return await work(path);
  } finally {
    rmSync(path, { force: true });
  }
};

const photo = await picture('jpg');

test('the program that meets strangers\u2019 bytes knows no secrets, reads and writes no files and starts no programs', async () => {
  const secretFile = join(tmpdir(), `data-of-the-panel-${process.pid}`);
  writeFileSync(secretFile, 'secret');
  const probe = `
    import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    import { Worker } from 'node:worker_threads';
    const codeOf = (work) => { try { return 'did ' + work(); } catch (e) { return e.code; } };
    const tries = {
      env: Object.keys(process.env).filter((name) => name !== '__CF_USER_TEXT_ENCODING').join(),
      home: process.cwd().includes('skyport-picture-'),
      inside: codeOf(() => readdirSync('.')),
      data: codeOf(() => readFileSync(${JSON.stringify(secretFile)}, 'utf8')),
      parent: codeOf(() => readFileSync('/proc/' + process.ppid + '/environ', 'utf8')),
      write: codeOf(() => writeFileSync('here', '')),
      spawn: codeOf(() => spawnSync('true')),
      worker: codeOf(() => new Worker('', { eval: true })),
    };
    process.stdout.write('jpg\\n' + JSON.stringify(tries));`;
  process.env['SECRET_KEY'] = process.env['DATABASE_URL'] = 'secret';
  try {
    const answer = await programOf(probe, (program) => decoder({ program }).decode(photo, 'jpg'));
    expect(answer).toMatchObject({ ext: 'jpg' });
    const denied = 'ERR_ACCESS_DENIED';
    expect(JSON.parse((answer as { bytes: Buffer }).bytes.toString())).toEqual({
      env: '',
      home: true,
      inside: denied,
      data: denied,
      parent: denied,
      write: denied,
      spawn: denied,
      worker: denied,
    });
  } finally {
    delete process.env['SECRET_KEY'];
    delete process.env['DATABASE_URL'];
    rmSync(secretFile);
  }
});

test.each([
  ['computes', 'for (;;);', { cpuSeconds: 1 }],
  ['waits', 'setInterval(() => undefined, 1000);', { killAfterMs: 1500 }],
])('a program that %s too long is killed, and the next picture gets its turn', async (_what, text, limit) => {
  await programOf(text, async (program) => {
    const { decode, complaints } = decoder({ program, ...limit });
    expect(await Promise.all([1, 2, 3].map(() => decode(photo, 'jpg')))).toEqual(['broken', 'broken', 'broken']);
    expect(complaints).toMatchObject([{ signal: 'SIGKILL' }, { signal: 'SIGKILL' }, { signal: 'SIGKILL' }]);
  });
});

test.each([
  ['dies', 'process.kill(process.pid, "SIGSEGV")'],
  ['throws', 'throw new Error("x")'],
  ['says nothing', ''],
  ['says nonsense', 'process.stdout.write("exe\\nMZ")'],
  ['says a kind and nothing more', 'process.stdout.write("jpg\\n")'],
  [
    'never stops talking',
    'for (;;) if (!process.stdout.write(Buffer.alloc(1e6))) await new Promise((resolve) => process.stdout.once("drain", resolve))',
  ],
])('a program that %s is a broken picture and nothing worse', async (_what, text) => {
  await programOf(text, async (path) => {
    const { decode, complaints } = decoder({ program: path });
    expect(await decode(Buffer.alloc(3_000_000), 'jpg')).toBe('broken');
    expect(complaints).toHaveLength(1);
  });
});

test('two are decoded at once, eight wait, and whoever comes then is told so', async () => {
  await programOf('setTimeout(() => process.stdout.write("jpg\\nx"), 300);', async (path) => {
    const { decode } = decoder({ program: path });
    const answers = await Promise.all(Array.from({ length: 13 }, () => decode(photo, 'jpg')));
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(3);
    expect(await decode(photo, 'jpg')).toMatchObject({ ext: 'jpg' });
  });
});

test('a real picture goes through without a complaint', async () => {
  const { decode, complaints } = decoder();
  const answer = await decode(photo, 'jpg');
  expect(answer).toMatchObject({ ext: 'jpg' });
  expect(complaints).toEqual([]);
});
