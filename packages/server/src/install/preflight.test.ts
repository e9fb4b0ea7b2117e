import type { KitFile } from '@skyport/contract/node-kit';
import { expect, test } from 'vitest';
import type { SshNode } from '../nodes/index.ts';
import { testClock } from '../testing-app.ts';
import { checkStatus, filesToSend, type ServerStatus } from './preflight.ts';
import { RunEnd, type Run } from './run-types.ts';

const MIB = 1024 ** 2;
const clock = testClock();
const file = (part: KitFile['part'], cpu?: 'x64'): KitFile => ({
  part,
  ...(cpu && { cpu }),
  name: cpu ? `${part}-linux-${cpu}.gz` : 'agent.mjs',
  version: '1.0.0',
  bytes: 10 * MIB,
  sha256: part,
});
const files = [file('agent'), file('xray', 'x64'), file('node', 'x64')];
const node = { id: 'ours', serverType: 'ubuntu_x86', ctrlPort: 888, ports: [443] } as unknown as SshNode;

/** Looks at a server; gives why the run ends (undefined when it goes on) and what was said. */
const preflight = (change: Partial<ServerStatus>, nodeChange: Partial<SshNode> = {}, kit = files) => {
  const said: string[] = [];
  const status: ServerStatus = {
    arch: 'x86_64',
    cpu: 'x64',
    libc: 'glibc',
    init: 'systemd',
    now: clock.now().getTime() / 1000,
    free_kb: 10 * 1024 * 1024,
    owner: '',
    version: '',
    previous: '',
    running: '0',
    ready: '',
    parts: [],
    incoming: [],
    busy: [],
    ...change,
  };
  const record = { say: (...message: unknown[]) => said.push(message.join(' ')), clean: (text: string) => text };
  const run = {
    node: { ...node, ...nodeChange },
    kit: { folder: '', files: kit, problems: [] },
    record,
    prefix: '/opt/skyport',
    deps: { clock },
  };
  try {
    checkStatus(run as unknown as Run, status);
    return { end: undefined, said: said.join('\n') };
  } catch (fault) {
    if (!(fault instanceof RunEnd)) throw fault;
    return { end: [fault.reason.code, ...fault.reason.values].join(' '), said: said.join('\n') };
  }
};

test('a server that fits goes on without a warning', () => {
  expect(preflight({}).end).toBeUndefined();
  expect(preflight({}).said).toMatch(/^server \S+ [^\n]*$/);
});

test.each<[string, Partial<ServerStatus>, Partial<SshNode>, string]>([
  ['another processor than the type', { cpu: 'arm64', arch: 'aarch64' }, {}, 'wrongProcessor ubuntu_x86 aarch64'],
  ['a processor that nothing runs on', { cpu: 'other', arch: 'mips' }, {}, 'wrongProcessor ubuntu_x86 mips'],
  [
    'a kit without its processor',
    { cpu: 'arm64', arch: 'aarch64' },
    { serverType: 'ubuntu_arm' },
    'kitIncomplete arm64 glibc xray、node',
  ],
  ['a node of somebody else', { owner: 'theirs', version: '1.0.0-x' }, {}, 'foreign /opt/skyport theirs'],
  ['a clock of another day', { now: clock.now().getTime() / 1000 + 90_000 }, {}, 'clockFarOff'],
  ['a disk without room', { free_kb: 100 * 1024 }, {}, 'diskTooSmall 184 100'],
  ['a control port that is taken', { busy: ['888'] }, {}, 'portBusy 888'],
])('%s ends the run before anything is changed', (_what, status, nodeChange, reason) => {
  expect(preflight(status, nodeChange).end).toBe(reason);
});

test.each<[string, Partial<ServerStatus>, string]>([
  ['a clock two minutes off', { now: clock.now().getTime() / 1000 - 120 }, 'clockOff -120'],
  ['a line port that is taken', { busy: ['443'] }, 'linePortsBusy 443'],
  ['no init system', { init: 'none' }, 'noInit'],
])('%s is said, and the run goes on', (_what, status, message) => {
  const { end, said } = preflight(status);
  expect(end).toBeUndefined();
  expect(said.split('\n')).toContain(message);
});

test('a node that runs already has its own ports, and needs no room for what it has', () => {
  const there: Partial<ServerStatus> = { owner: 'ours', version: '1.0.0-x', running: '1', busy: ['888', '443'] };
  expect(
    preflight({ ...there, parts: files.map(({ part }) => `${part}:${part}`), free_kb: 70 * 1024 }).end,
  ).toBeUndefined();
});

test('only what a server has neither installed nor received is sent, and musl brings its own Node', () => {
  const status = { libc: 'glibc', parts: ['xray:xray'], incoming: ['agent.mjs:old', 'node-linux-x64.gz:node'] };
  const send = (change: object) =>
    filesToSend({ kit: { folder: '', files, problems: [] } }, { ...status, ...change } as ServerStatus, 'x64');
  expect(send({}).map(({ part }) => part)).toEqual(['agent']);
  expect(send({ parts: [], incoming: [], libc: 'musl' }).map(({ part }) => part)).toEqual(['agent', 'xray']);
});
