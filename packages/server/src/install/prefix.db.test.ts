import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { runBatch } from './batch.ts';
import { makeSshKey } from './keys.ts';
import { kitFolder } from '../platform/node-kit.ts';
import { sendPath, shellPath, wantedPrefix } from './prefix.ts';
import { sha256Of } from './script.ts';
import { findInstall, findLog } from './store.ts';

/*
 * A server that lies: whatever it is asked, it names folders and commands of its own choice. What the panel runs and
 * writes there is noted as it arrives.
 */

const { Server } = ssh2;
const PASSWORD = 'a-password';
let app: TestApp;
let admin: TestSession;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'panel-'));
  app = await createTestApp({ DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: '1' });
  admin = await app.account({ type: 'admin', steppedUp: true });
  const folder = kitFolder(app.deps.env);
  mkdirSync(folder);
  const part = (name: string, fields: object) => ({
    name,
    version: '1.0.0',
    bytes: name.length,
    sha256: sha256Of(name),
    ...fields,
  });
  const files = [
    part('agent.mjs', { part: 'agent' }),
    ...(['x64', 'arm64'] as const).flatMap((cpu) =>
      (['xray', 'node'] as const).map((name) => part(`${name}-linux-${cpu}.gz`, { part: name, cpu })),
    ),
  ];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files }));
  for (const { name } of files) writeFileSync(join(folder, name), name);
});
beforeEach(() => app.clock.set(new Date()));
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const call = async (path: string, payload: object) => {
  app.clock.advance(2000);
  const answer = await app.call(`/api/admin/agents/${path}`, payload, admin);
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return answer.data;
};

/** A server whose every status names this folder, this home and this owner. */
const liar = async (lies: { prefix: string; home?: string; owner?: string; version?: string; end?: string }) => {
  const { prefix, home = '/root', owner = '', version = '', end = 'error code=write detail=no' } = lies;
  const key = makeSshKey();
  const heard: string[] = [];
  const server = new Server({ hostKeys: [key.private] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (ask) => (ask.method === 'password' ? ask.accept() : ask.reject(['password'])));
    connection.on('session', (accept) => {
      accept().on('exec', (take, _refuse, { command }) => {
        const channel = take();
        heard.push(command);
        channel.on('data', () => undefined);
        const now = Math.floor(app.clock.now().getTime() / 1000);
        const status =
          `SKYPORT status uid=1000 home=${home} arch=x86_64 cpu=x64 libc=glibc init=systemd now=${now} ` +
          `free_kb=99999999 prefix=${prefix} owner=${owner} version=${version} previous=${version} running=0 busy=`;
        channel.on('end', () => {
          channel.write(command.includes(' status ') ? `${status}\n` : `SKYPORT ${end}\n`);
          channel.exit(command.startsWith('umask 022') || command.startsWith('umask 077') ? 0 : 1);
          channel.end();
        });
      });
    });
  });
  // The library's own listener delays small packets, which costs a quarter of a second a command.
  const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket));
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  return { port: (listener.address() as AddressInfo).port, heard };
};

const saveNode = async (sshPort: number, username: string, change: object = {}): Promise<string> => {
  const form = { name: '东京', country: { name: '', flag: '' }, type: 'v2ray', ip: '127.0.0.1', port: 10_000 };
  const ssh = { ssh_port: sshPort, ssh_username: username, ssh_password: PASSWORD };
  return (await call('update', { ...form, serverType: 'ubuntu_x86', ...ssh, ...change }))._id;
};

/** Runs what is queued; gives the installation as it stands then. */
const worked = async (id: string) => {
  const row = await findInstall(app.deps.db, id);
  await runBatch(app.deps, row?.batch_id ?? '', new AbortController().signal);
  return (await findInstall(app.deps.db, id))!;
};

/** Asks for an upgrade, and approves the server's key. */
const upgrade = async (id: string) => {
  await call('upgrade_agentserver', { _id: id });
  const first = await worked(id);
  if (first.state !== 'waiting-host-key') return first;
  await call('approve_host_key', { id, fingerprint: first.seen_key });
  return worked(id);
};

test.each([
  { username: 'root', folder: "'/opt/skyport", kept: '/opt/skyport', prefix: '/opt/skyport/../../etc', home: '/etc' },
  { username: 'deploy', folder: `"$HOME"/'skyport`, kept: '~/skyport', prefix: "/x';reboot;'", home: "/x';reboot;'" },
  {
    username: 'deploy',
    folder: `"$HOME"/'skyport`,
    kept: '~/skyport',
    prefix: '/opt/other',
    home: '/$(reboot)/../etc',
  },
])('a server that names $prefix and $home changes nothing in what is run and written there', async (lie) => {
  const { port, heard } = await liar({ ...lie, version: '../../etc' });
  const id = await saveNode(port, lie.username);
  const { state, prefix, version } = await upgrade(id);
  expect([state, prefix, version]).toEqual(['failed', lie.kept, '']);
  const text = heard.join('\n');
  expect(text).not.toMatch(/reboot|\/etc|\/other|\.\./);
  expect(text).toContain(`sh -s -- status --prefix ${lie.folder}'`);
  expect(text).toContain(`mkdir -p ${lie.folder}/incoming'`);
  expect(text).toMatch(/sh -s -- 'install' '--prefix'/);
  await call('delete', { id });
});

test.each([
  ['reason', { end: `error code=write detail=${'x'.repeat(190)}\0${PASSWORD}\u001B[2J` }],
  ['owner', { owner: `\0${'x'.repeat(75)}${PASSWORD}` }],
])('a server whose %s holds the password and no text fails alone, and neither is kept', async (_what, lie) => {
  const { port } = await liar({ prefix: '/opt/skyport', ...lie });
  const id = await saveNode(port, 'root');
  const { state, reason } = await upgrade(id);
  const log = (await findLog(app.deps.db, id))?.log;
  expect(state).toBe('failed');
  expect(JSON.stringify(reason)).toMatch(/x\[…/);
  expect(`${JSON.stringify(reason)}${log}`).not.toMatch(/\0|a-pas/);
  await call('delete', { id });
});

test('the folder is forgotten when the address or the host key changes, and kept otherwise', async () => {
  const one = await liar({ prefix: '/etc' });
  const id = await saveNode(one.port, 'root');
  await upgrade(id);
  await sql`update node_installs set prefix = '/opt/skyport-9', version = '1.0.0'`.execute(app.deps.db);
  expect(await upgrade(id)).toMatchObject({ prefix: '/opt/skyport-9' });
  expect(one.heard.at(-1)).toContain("'/opt/skyport-9'");
  // Another server under the same node: its key has to be approved, and what the first one had is not asked for.
  const two = await liar({ prefix: '/etc' });
  await call('update', { ...(await nodeOf(id)), ssh_port: two.port, ssh_password: PASSWORD });
  expect(await upgrade(id)).toMatchObject({ prefix: '/opt/skyport', version: '' });
  expect(two.heard.join('\n')).not.toContain('skyport-9');
  await sql`update node_installs set prefix = '/opt/skyport-9', host_key = 'SHA256:other'`.execute(app.deps.db);
  expect(await upgrade(id)).toMatchObject({ prefix: '/opt/skyport' });
});

const nodeOf = async (id: string): Promise<object> => {
  const all = (await call('list', {})) as unknown as { _id: string }[];
  return all.find(({ _id }) => _id === id) ?? {};
};

test('who is logged in as decides the folder, and nodes beside each other have folders of their own', () => {
  const of = (username: string, taken: string[] = [], known = '') => wantedPrefix({ username, num: 7 }, known, taken);
  expect([of('root'), of('deploy'), of('deploy', [], '/srv/x')]).toEqual(['/opt/skyport', '~/skyport', '/srv/x']);
  expect([of('root', ['/opt/skyport']), of('root', ['~/skyport'])]).toEqual(['/opt/skyport-7', '/opt/skyport']);
  expect([of('deploy', ['~/skyport']), of('deploy', ['/home/deploy/skyport'])]).toEqual(['~/skyport-7', '~/skyport-7']);
});

test('the shell of the server fills in its own home, and reads nothing else as its own', () => {
  const run = (word: string): string =>
    execFileSync('sh', ['-c', `printf %s ${word}`], { env: { HOME: '/home/a b' }, encoding: 'utf8' });
  expect(run(shellPath('~/skyport/incoming'))).toBe('/home/a b/skyport/incoming');
  for (const path of ['/opt/skyport', "/x'; echo y; '", '/$(id)', '~', '~root/x'])
    expect(run(shellPath(path))).toBe(path);
  expect([sendPath('~/skyport/x'), sendPath('/opt/skyport/x')]).toEqual(['skyport/x', '/opt/skyport/x']);
});
