import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverTypes } from '@skyport/contract/nodes';
import type { KitFile } from '@skyport/contract/node-kit';
import { expect, onTestFinished, test } from 'vitest';
import { ensure } from '../../../../tools/prepare.ts';
import { kitVersion, missingFor, readKit } from './kit.ts';
import { kitProblem } from './rules.ts';
import { installScript, sha256Of } from './script.ts';
import { printable, scriptReason, scriptWord } from './words.ts';

const file = (part: KitFile['part'], cpu?: 'x64' | 'arm64', text = 'content'): KitFile => ({
  part,
  ...(cpu && { cpu }),
  name: cpu ? `${part}-linux-${cpu}.gz` : 'agent.mjs',
  version: '1.2.3',
  bytes: text.length,
  sha256: sha256Of(text),
});
const whole = [file('agent'), ...(['x64', 'arm64'] as const).flatMap((cpu) => [file('xray', cpu), file('node', cpu)])];

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'script-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

test.each(serverTypes)('the script for %s is read by every POSIX shell there is', (serverType) => {
  ensure('busybox');
  const path = join(folder(), 'install.sh');
  writeFileSync(path, installScript(serverType, { files: whole }, "https://panel.example/'; rm -rf /; '"));
  for (const shell of [['dash'], ['busybox', 'ash'], ['bash', '--posix']])
    execFileSync(shell[0]!, [...shell.slice(1), '-n', path], { stdio: 'pipe' });
  const { stdout, status } = spawnSync('sh', [path, 'nonsense'], { encoding: 'utf8' });
  expect(stdout).toContain('usage: sh');
  expect(status).toBe(2);
});

test('a script that was cut off on its way does nothing', () => {
  const made = folder();
  const text = installScript('ubuntu_x86', { files: whole }, '');
  for (const share of [0.5, 0.9, 0.99]) {
    const input = text.slice(0, text.length * share);
    spawnSync('sh', ['-s', '--', 'install', '--prefix', join(made, 'x'), '--port', '1', '--code', 'x'], { input });
  }
  expect(execFileSync('ls', ['-A', made], { encoding: 'utf8' })).toBe('');
});

test('a prefix that a shell or a unit file could misread is refused', () => {
  const text = installScript('ubuntu_x86', { files: whole }, '');
  for (const prefix of ['relative', '/tmp/a b', '/tmp/$(id)', "/tmp/'"]) {
    const { stdout } = spawnSync('sh', ['-s', '--', 'status', '--prefix', prefix], { input: text, encoding: 'utf8' });
    expect(scriptWord(stdout.trim()), prefix).toMatchObject({ kind: 'error', code: 'usage' });
  }
});

test('what an installation is called changes with anything that is installed', () => {
  const version = kitVersion({ files: whole }, 'x64');
  expect(version).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
  expect(kitVersion({ files: [file('agent', undefined, 'other'), ...whole.slice(1)] }, 'x64')).not.toBe(version);
  expect(kitVersion({ files: whole.slice(0, 1) }, 'x64')).toBe('');
});

test('a kit says which parts it lacks, and for whom that matters', async () => {
  const made = folder();
  expect((await readKit(made)).problems).toEqual(['没有节点安装包：请在面板服务器上运行 npm run node-kit']);
  writeFileSync(join(made, 'manifest.json'), '{"files":');
  expect((await readKit(made)).problems[0]).toContain('清单已损坏');
  const files = [file('agent'), file('xray', 'x64')];
  writeFileSync(join(made, 'manifest.json'), JSON.stringify({ files }));
  for (const { name } of files) writeFileSync(join(made, name), 'content');
  const kit = await readKit(made);
  expect(kit.files).toEqual(files);
  expect(kit.problems).toEqual(
    ['Node 运行环境（x64）', '引擎 Xray（arm64）', 'Node 运行环境（arm64）'].map(
      (part) => `缺少${part}：请在面板服务器上运行 npm run node-kit`,
    ),
  );
  expect(missingFor(kit, 'x64', 'musl')).toEqual([]);
  expect(kitProblem(kit, 'apine')).toBeUndefined();
  expect(kitProblem(kit, 'ubuntu_x86')).toContain('Node 运行环境（x64）');
  writeFileSync(join(made, 'agent.mjs'), 'CONTENT');
  const damaged = await readKit(made);
  expect(damaged.files).toEqual(files.slice(1));
  expect(damaged.problems[0]).toContain('agent.mjs 缺失或已损坏');
});

test('what the script says is understood, and what a server makes up is only text', () => {
  expect(scriptWord('SKYPORT step=unpack percent=44')).toEqual({ kind: 'step', step: 'unpack', percent: 44 });
  expect(scriptWord('SKYPORT done version=1-a previous= ready=serving')).toEqual({
    kind: 'done',
    values: { version: '1-a', previous: '', ready: 'serving' },
  });
  expect(scriptWord('SKYPORT error code=no_space detail=5 kB free')).toEqual({
    kind: 'error',
    code: 'no_space',
    detail: '5 kB free',
  });
  for (const line of ['', 'SKYPORT', 'SKYPORT step=x percent=no', 'SKYPORT error', ' SKYPORT done version=1'])
    expect(scriptWord(line)).toEqual({ kind: 'text' });
  expect(scriptReason('no_space', '5 kB free')).toBe('磁盘空间不足（5 kB free）');
  expect(scriptReason('never heard of', '')).toContain('never heard of');
});

test('a log holds no control characters and no endless lines', () => {
  expect(printable('\u001B[31mred\u001B[0m\u0007\u0000 中文\ttab😀')).toBe('red 中文\ttab');
  expect(printable('x'.repeat(9000))).toHaveLength(500);
});
