import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { changeKit } from './testing/kit.ts';
import { quietPort } from '../../../agent/src/testing/quiet-port.ts';
import { processesOf } from './testing/processes.ts';
import { QUICK, startLab } from './testing/lab.ts';
import { startScene } from './testing/scene.ts';
import { startSshd, type Sshd } from './testing/sshd.ts';
import { makeSshKey } from './keys.ts';
import { keepLearned } from './store.ts';

const lab = await startLab();
const { scene } = lab;
beforeEach(() => lab.use({ version: '1.0.0' }));
afterAll(() => lab.close());

const healthy = async (id: string): Promise<boolean> => (await lab.ask(id)).kind === 'state';
const alarms = async (id: string): Promise<string[]> => {
  const rows = await scene.deps.db
    .selectFrom('node_alarms')
    .select('kind')
    .where('node_id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
  return rows.map(({ kind }) => kind);
};
const say = (id: string, text: string): Promise<void> =>
  expect.poll(() => scene.log(id), { interval: 300 }).toContain(text);

test('a wrong password, and then none that works, are said as such and leave nothing behind', async () => {
  const { sshd, prefix } = await lab.server('password');
  const wrong = 'Wrong-Horse-8';
  const id = await scene.node(sshd, prefix, { ssh_password: wrong });
  const end = await scene.upgrade(id);
  expect(end).toMatchObject({
    state: 'failed',
    reason: { code: 'loginRefused' },
    key_installed: false,
  });
  expect(await scene.log(id)).not.toContain(wrong);
  expect(existsSync(prefix)).toBe(false);
  const bare = await scene.node(sshd, prefix);
  expect(await scene.call('upgrade_agentserver', { _id: bare })).toMatchObject({ code: 1109 });
});

test('a server whose key has changed hears nothing until an admin has approved the new one', async () => {
  const { sshd, prefix } = await lab.server('key');
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  expect(await scene.upgrade(id)).toMatchObject({ state: 'done', host_key: sshd.fingerprint });
  await sshd.stop();
  const other = await startSshd({ env: QUICK, port: sshd.port, home: join(lab.folder, 'key-home') });
  onTestFinished(() => other.stop());
  expect(await scene.call('update', { ...(await nodeForm(id)), ssh_password: other.password })).toMatchObject({
    code: 0,
  });
  expect(await scene.call('upgrade_agentserver', { _id: id })).toMatchObject({ code: 0 });
  const stopped = await scene.ended(id);
  expect(stopped).toMatchObject({
    state: 'waiting-host-key',
    seen_host_key: other.fingerprint,
    host_key: sshd.fingerprint,
  });
  expect(stopped.reason).toEqual({ code: 'hostKeyChanged', values: [sshd.fingerprint, other.fingerprint] });
  expect(await alarms(id)).toContain('host-key');
  expect(other.log()).not.toMatch(/Accepted|Failed/);
  const wrong = await scene.call('approve_host_key', { id, fingerprint: sshd.fingerprint });
  expect(wrong).toMatchObject({ code: 1109, msg: '服务器出示的是另一个指纹' });
  expect(await scene.call('approve_host_key', { id, fingerprint: other.fingerprint })).toMatchObject({ code: 0 });
  // Another server, for all the panel knows: it is asked for the usual folder, and finds its port taken by a stranger.
  const anew = await scene.ended(id);
  expect(anew, await scene.log(id)).toMatchObject({ state: 'failed', host_key: other.fingerprint, prefix: '' });
  expect([anew.reason?.code, await scene.log(id)]).toEqual(['portBusy', expect.stringContaining('"/opt/skyport"')]);
  expect(await alarms(id)).not.toContain('host-key');
  await keepLearned(scene.deps.db, id, { prefix });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done', prefix });
});

const nodeForm = async (id: string): Promise<object> =>
  (await scene.call('list')).data.find(({ _id }: { _id: string }) => _id === id) as object;

test('a fingerprint that was typed beforehand is enough, whichever of its keys the server was asked for', async () => {
  const { sshd, prefix } = await lab.server('typed', { kinds: ['rsa', 'ed25519', 'ecdsa'] });
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  expect(await scene.call('approve_host_key', { id, fingerprint: sshd.fingerprint })).toMatchObject({ code: 0 });
  expect(await scene.call('upgrade_agentserver', { _id: id })).toMatchObject({ code: 0 });
  expect(await scene.ended(id), await scene.log(id)).toMatchObject({ state: 'done', host_key: sshd.fingerprint });
});

test('a private key lets in too; a server that takes no keys keeps its password', async () => {
  const { sshd, prefix } = await lab.server('private', { passwords: false });
  const key = makeSshKey();
  mkdirSync(join(sshd.home, '.ssh'));
  writeFileSync(join(sshd.home, '.ssh/authorized_keys'), key.public);
  const id = await scene.node(sshd, prefix, { ssh_password: key.private });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done', key_installed: true });
  expect(await nodeForm(id)).toMatchObject({ has_ssh_password: false });
  expect(readFileSync(join(sshd.home, '.ssh/authorized_keys'), 'utf8').trim().split('\n')).toHaveLength(2);

  const stubborn = await lab.server('stubborn', { keys: false });
  const other = await scene.node(stubborn.sshd, stubborn.prefix, { ssh_password: stubborn.sshd.password });
  expect(await scene.upgrade(other)).toMatchObject({ state: 'done', key_installed: false });
  expect(await nodeForm(other)).toMatchObject({ has_ssh_password: true });
  expect(await scene.log(other)).toContain('"passwordKept"');
});

test('an install that was killed, cut off or lost its connection is finished by the next one', async () => {
  const { sshd, prefix } = await lab.server('half');
  mkdirSync(join(prefix, 'incoming'), { recursive: true });
  execFileSync('cp', [join(lab.made, 'xray-linux-x64.gz'), join(prefix, 'incoming')]);
  truncateSync(join(prefix, 'incoming/xray-linux-x64.gz'), 100_000);
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });

  lab.use({ version: '1.0.1' });
  expect(await scene.call('upgrade_agentserver', { _id: id })).toMatchObject({ code: 0 });
  await say(id, 'SKYPORT step=health');
  for (const pid of scriptsOf(prefix)) process.kill(pid, 'SIGKILL');
  expect(await scene.ended(id)).toMatchObject({ state: 'failed' });
  expect(existsSync(join(prefix, 'pending'))).toBe(true);
  expect(existsSync(join(prefix, '.lock'))).toBe(true);
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  expect(existsSync(join(prefix, 'pending'))).toBe(false);

  lab.use({ version: '1.0.2' });
  expect(await scene.call('upgrade_agentserver', { _id: id })).toMatchObject({ code: 0 });
  await say(id, 'SKYPORT step=unpack');
  for (const pid of sessionsOf(sshd)) process.kill(pid, 'SIGKILL');
  const lost = await scene.ended(id);
  expect(lost).toMatchObject({ state: 'failed' });
  expect(lost.reason?.code).toBe('connectionLost');
  const next = await scene.upgrade(id);
  expect(next, await scene.log(id)).toMatchObject({ state: 'done' });
  expect(next.version).toMatch(/^1\.0\.2-/);
  expect(next.previous_version).toMatch(/^1\.0\.1-/);
  expect(await healthy(id)).toBe(true);
});

const scriptsOf = (prefix: string): number[] =>
  processesOf(prefix).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('install\0'));
/** Processes of sshd that hold a connection. */
const sessionsOf = ({ pid }: Sshd): number[] =>
  execFileSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .flatMap(([child]) => (child === undefined ? [] : [child]));

test('a full disk stops an install before it begins, and an upgrade that fills it leaves the old version running', async () => {
  const disk = join(lab.folder, 'disk');
  mkdirSync(disk);
  // Before the server starts: what is mounted later does not reach its namespace.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  const { sshd, prefix } = await lab.server('disk');
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  const full = await scene.upgrade(id);
  expect(full).toMatchObject({ state: 'failed' });
  expect(full.reason).toEqual({ code: 'diskTooSmall', values: [expect.stringMatching(/^\d+$/), '60'] });

  execFileSync('mount', ['-o', 'remount,size=330m', prefix]);
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  // An engine of zeros: nothing to send, far too much to unpack.
  lab.use({ version: '1.0.1', xray: gzipSync(Buffer.alloc(400 * 1024 ** 2)) });
  const filled = await scene.upgrade(id);
  expect(filled.state, await scene.log(id)).toBe('failed');
  expect(filled.reason?.code).toMatch(/^(diskTooSmall|script\.no_space)$/);
  expect(filled.version).toMatch(/^1\.0\.0-/);
  expect(await healthy(id)).toBe(true);
  expect(execFileSync('ls', ['-A', join(prefix, 'versions')], { encoding: 'utf8' }).trim()).toBe(filled.version);
});

test('a second panel cannot take a node over, nor the port of one', async () => {
  const { sshd, prefix } = await lab.server('panels');
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  const second = await startScene();
  onTestFinished(() => second.close());
  changeKit(lab.made, second.kit, { version: '2.0.0' });
  const { ctrl_port } = (await nodeForm(id)) as { ctrl_port: number };
  const taken = await second.node(sshd, prefix, { ssh_password: sshd.password, ctrl_port });
  const refused = await second.upgrade(taken);
  expect(refused).toMatchObject({ state: 'failed', version: '' });
  expect(refused.reason).toEqual({ code: 'foreign', values: [prefix, id] });
  expect(await second.call('remove_agentserver', { id: taken })).toMatchObject({ code: 0 });
  expect((await second.ended(taken)).reason?.code).toBe('foreign');
  const beside = await second.node(sshd, `${prefix}-2`, { ssh_password: sshd.password, ctrl_port });
  expect(await second.upgrade(beside)).toMatchObject({
    state: 'failed',
    reason: { code: 'portBusy', values: [String(ctrl_port)] },
  });
  expect(await healthy(id)).toBe(true);
});

test('versions that the script or only the panel finds unhealthy are taken back', async () => {
  const { sshd, prefix } = await lab.server('unhealthy');
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  const dead = '#!/bin/sh\n[ "$1" = version ] && echo "Xray 26.3.27 (none)"\n';
  lab.use({ version: '1.0.1', xray: gzipSync(dead) });
  expect((await scene.upgrade(id)).reason, await scene.log(id)).toEqual({
    code: 'script.rolled_back',
    values: [expect.stringMatching(/^1\.0\.0-/)],
  });
  expect(await healthy(id)).toBe(true);
  lab.use({ version: '1.0.2', agent: (text) => text.replace('"CN=panel"', '"CN=nobody"') });
  expect((await scene.upgrade(id)).reason, await scene.log(id)).toEqual({
    code: 'rolledBack',
    values: [expect.stringMatching(/^1\.0\.0-/)],
  });
  expect(await healthy(id)).toBe(true);
});

test('one node goes ahead; when it fails the others are left alone, when it is well they follow', async () => {
  const { sshd, prefix } = await lab.server('canary');
  const nowhere = { port: await quietPort() };
  const dead = await scene.node(nowhere, join(lab.folder, 'none'), { ssh_password: 'nobody hears it' });
  const well = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  expect(await scene.call('approve_host_key', { id: well, fingerprint: sshd.fingerprint })).toMatchObject({ code: 0 });
  expect(await scene.call('upgrade_agentserver', { ids: [dead, well] })).toMatchObject({ code: 0 });
  expect(await scene.ended(dead)).toMatchObject({ state: 'failed' });
  expect(await scene.ended(well)).toMatchObject({
    state: 'idle',
    reason: { code: 'firstFailed' },
    version: '',
  });
  expect(await scene.call('upgrade_agentserver', { ids: [well, dead] })).toMatchObject({ code: 0 });
  expect(await scene.ended(well), await scene.log(well)).toMatchObject({ state: 'done' });
  expect(await scene.ended(dead)).toMatchObject({ state: 'failed' });
});
