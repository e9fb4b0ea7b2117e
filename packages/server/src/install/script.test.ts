import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverTypes } from '@skyport/contract/nodes-rules';
import { printable } from '@skyport/contract/printable';
import { agentNodeOptions, type KitFile } from '@skyport/contract/node-kit';
import { expect, onTestFinished, test } from 'vitest';
import { ensure } from '../../../../tools/prepare.ts';
import { kitVersion, missingFor, readKit } from '../platform/node-kit.ts';
import { kitProblem } from './rules.ts';
import { installScript, sha256Of } from './script.ts';
import { lastLines, scriptFailure, readScriptLine } from './script-line.ts';

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
    expect(readScriptLine(stdout.trim()), prefix).toMatchObject({ kind: 'error', code: 'usage' });
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
    ['运行环境 Node（x64）', '引擎 Xray（arm64）', '运行环境 Node（arm64）'].map(
      (part) => `缺少${part}：请在面板服务器上运行 npm run node-kit`,
    ),
  );
  expect(missingFor(kit, 'x64', 'musl')).toEqual([]);
  expect(kitProblem(kit, 'apine')).toBeUndefined();
  expect(kitProblem(kit, 'ubuntu_x86')).toContain('运行环境 Node（x64）');
  writeFileSync(join(made, 'agent.mjs'), 'CONTENT');
  const damaged = await readKit(made);
  expect(damaged.files).toEqual(files.slice(1));
  expect(damaged.problems[0]).toContain('agent.mjs 缺失或已损坏');
});

test('what the script says is understood, and what a server makes up is only text', () => {
  expect(readScriptLine('SKYPORT step=unpack percent=44')).toEqual({ kind: 'step', step: 'unpack', percent: 44 });
  expect(readScriptLine('SKYPORT done version=1-a previous= ready=serving')).toEqual({
    kind: 'done',
    values: { version: '1-a', previous: '', ready: 'serving' },
  });
  expect(readScriptLine('SKYPORT error code=no_space detail=5 kB free')).toEqual({
    kind: 'error',
    code: 'no_space',
    detail: '5 kB free',
  });
  for (const line of ['', 'SKYPORT', 'SKYPORT step=x percent=no', 'SKYPORT error', ' SKYPORT done version=1'])
    expect(readScriptLine(line)).toEqual({ kind: 'text' });
  expect(scriptFailure('no_space', '5 kB free')).toEqual({ code: 'script.no_space', values: ['5 kB free'] });
  expect(scriptFailure('never heard of', '')).toEqual({ code: 'scriptFailed', values: ['never heard of'] });
});

test('a log holds no control characters', () => {
  expect(printable('\u001B[31mred\u001B[0m\u0007\u0000 中文\ttab😀')).toBe('red 中文\ttab');
});

/** Programs of a system that holds hardly anything, with a package manager that notes what it is asked for. */
const bareSystem = (manager: string, fails = ''): { env: NodeJS.ProcessEnv; asked: () => string[] } => {
  ensure('busybox');
  const [programs, notes] = [folder(), join(folder(), 'asked')];
  const busybox = execFileSync('which', ['busybox'], { encoding: 'utf8' }).trim();
  for (const applet of execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    if (!['nft', 'ss', 'apk', 'dpkg', 'rpm'].includes(applet)) symlinkSync(busybox, join(programs, applet));
  writeFileSync(notes, '');
  const script = `#!/bin/sh\necho "${manager} $*" >>${notes}\ncase "$*" in ${fails || 'never'}) exit 1 ;; esac\n`;
  writeFileSync(join(programs, manager), script, { mode: 0o755 });
  return {
    env: { PATH: programs, SKYPORT_SBIN: '' },
    asked: () => readFileSync(notes, 'utf8').split('\n').filter(Boolean),
  };
};

/** Begins an installation that ends where the kit's files are missing. */
const beginInstall = (env: NodeJS.ProcessEnv): string => {
  const args = ['-s', '--', 'install', '--prefix', join(folder(), 'x'), '--port', '1', '--code', 'x', '--init', 'none'];
  const input = installScript('ubuntu_guonei', { files: whole }, '');
  return spawnSync(join(env['PATH'] ?? '', 'sh'), args, { input, env, encoding: 'utf8' }).stdout;
};

test.each([
  ['apk', ['apk add --no-cache nftables iproute2']],
  ['apt-get', ['apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends nftables iproute2']],
  ['dnf', ['dnf install -y nftables iproute']],
  ['yum', ['yum install -y nftables iproute']],
])('what the agent needs of the system is installed by %s where it is missing', (manager, asked) => {
  const system = bareSystem(manager);
  const said = beginInstall(system.env);
  expect(system.asked()).toEqual(asked);
  expect(said).toContain('installing nftables iproute2');
  expect(said).not.toContain('could not be installed');
  expect(said).toContain('error code=missing_part');
});

test('a server without lists of packages gets them first, and one that cannot install goes on and says so', () => {
  const system = bareSystem('apt-get', '*install*');
  const said = beginInstall(system.env);
  expect(system.asked().map((line) => line.split(' ')[3])).toEqual(['install', 'update', 'install']);
  expect(said).toContain('nftables iproute2 could not be installed');
  expect(said).toContain('error code=missing_part');
});

test('what is there already is not installed again', () => {
  const system = bareSystem('apk');
  for (const name of ['nft', 'ss']) symlinkSync('/bin/true', join(system.env['PATH'] ?? '', name));
  expect(beginInstall(system.env)).not.toContain('installing');
  expect(system.asked()).toEqual([]);
  const sbin = bareSystem('apk');
  for (const name of ['nft', 'ss']) rmSync(join(sbin.env['PATH'] ?? '', name), { force: true });
  const aside = folder();
  for (const name of ['nft', 'ss']) symlinkSync('/bin/true', join(aside, name));
  expect(beginInstall({ ...sbin.env, SKYPORT_SBIN: aside })).not.toContain('installing');
});

test('every server type starts the agent with the same arguments that keep it small', () => {
  for (const serverType of serverTypes) {
    const text = installScript(serverType, { files: whole }, '');
    expect(text).toContain(`NODE_FLAGS='${agentNodeOptions.join(' ')}'`);
    expect(text).toContain("AGENT_ENV='MALLOC_ARENA_MAX=1 ");
    expect(text.match(/exec "\\\$NODE_PROGRAM" \$NODE_FLAGS /g)).toHaveLength(2);
  }
});

test.each([
  ['one\ntwo\n', 8, 'one\ntwo\n'],
  ['one\ntwo\n', 7, 'two\n'],
  ['one\ntwo\n', 4, 'two\n'],
  ['one\ntwo\n', 3, ''],
])('the last lines of %j in %i characters are whole: %j', (text, most, kept) => {
  expect(lastLines(text, most)).toBe(kept);
});
