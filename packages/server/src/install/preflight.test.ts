import type { KitFile } from '@skyport/contract/node-kit';
import { expect, test } from 'vitest';
import type { SshNode } from '../nodes/index.ts';
import { testClock } from '../testing.ts';
import { checkStatus, filesToSend, type ServerStatus } from './preflight.ts';
import type { Run } from './run-types.ts';

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
const look = (change: Partial<ServerStatus>, nodeChange: Partial<SshNode> = {}, kit = files) => {
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
  const record = { say: (line: string) => said.push(line), clean: (text: string) => text };
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
    return { end: fault instanceof Error ? fault.message : '', said: said.join('\n') };
  }
};

test('a server that fits goes on without a warning', () => {
  expect(look({}).end).toBeUndefined();
  expect(look({}).said).not.toContain('注意');
});

test.each<[string, Partial<ServerStatus>, Partial<SshNode>, string]>([
  [
    'another processor than the type',
    { cpu: 'arm64', arch: 'aarch64' },
    {},
    '服务器类型 ubuntu_x86 与处理器 aarch64 不符',
  ],
  ['a processor that nothing runs on', { cpu: 'other', arch: 'mips' }, {}, '与处理器 mips 不符'],
  [
    'a kit without its processor',
    { cpu: 'arm64', arch: 'aarch64' },
    { serverType: 'ubuntu_arm' },
    '缺少引擎 Xray（arm64）',
  ],
  ['a node of somebody else', { owner: 'theirs', version: '1.0.0-x' }, {}, '属于另一个面板或另一个节点（theirs）'],
  ['a clock of another day', { now: clock.now().getTime() / 1000 + 90_000 }, {}, '时钟与面板相差一天以上'],
  ['a disk without room', { free_kb: 100 * 1024 }, {}, '磁盘空间不足：需要 184 MB，剩余 100 MB'],
  ['a control port that is taken', { busy: ['888'] }, {}, '控制端口 888 已被其他程序占用'],
])('%s ends the run before anything is changed', (_what, status, nodeChange, reason) => {
  expect(look(status, nodeChange).end).toContain(reason);
});

test.each<[string, Partial<ServerStatus>, string]>([
  ['a clock two minutes off', { now: clock.now().getTime() / 1000 - 120 }, '相差 -120 秒'],
  ['a line port that is taken', { busy: ['443'] }, '线路端口 443 已被其他程序占用'],
  ['no init system', { init: 'none' }, '服务器重启后需要再次执行安装'],
])('%s is said, and the run goes on', (_what, status, words) => {
  const { end, said } = look(status);
  expect(end).toBeUndefined();
  expect(said).toContain(words);
});

test('a node that runs already has its own ports, and needs no room for what it has', () => {
  const there: Partial<ServerStatus> = { owner: 'ours', version: '1.0.0-x', running: '1', busy: ['888', '443'] };
  expect(look({ ...there, parts: files.map(({ part }) => `${part}:${part}`), free_kb: 70 * 1024 }).end).toBeUndefined();
});

test('only what a server has neither installed nor received is sent, and musl brings its own Node', () => {
  const status = { libc: 'glibc', parts: ['xray:xray'], incoming: ['agent.mjs:old', 'node-linux-x64.gz:node'] };
  const send = (change: object) =>
    filesToSend({ kit: { folder: '', files, problems: [] } }, { ...status, ...change } as ServerStatus, 'x64');
  expect(send({}).map(({ part }) => part)).toEqual(['agent']);
  expect(send({ parts: [], incoming: [], libc: 'musl' }).map(({ part }) => part)).toEqual(['agent', 'xray']);
});
