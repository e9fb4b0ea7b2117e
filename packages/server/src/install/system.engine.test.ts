import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentEnvironment, agentNodeOptions } from '@skyport/contract/node-kit';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { tablesOf } from '../../../agent/src/testing/packet-filter.ts';
import { killAllOf, processesOf } from './testing/processes.ts';
import { startLab } from './testing/lab.ts';

/*
 * What an installation leaves on the system around the agent: how it is started, its keys, its table in the kernel.
 */

const secret = `${'A'.repeat(43)}=`;
const configuration = `[Interface]\nPrivateKey = ${secret}\nAddress = 172.16.0.2/32\n[Peer]\nPublicKey = ${secret}\nEndpoint = 192.0.2.1:2408\n`;
const lab = await startLab();
const { scene } = lab;
afterAll(() => lab.close());

const problemsOf = async (id: string): Promise<string[]> => {
  const answer = await lab.ask(id);
  return answer.kind === 'state' ? answer.state.problems.map(({ kind }) => kind) : [answer.kind];
};

test('a usage journal that was lost on a server is begun anew by the next upgrade, and billed', async () => {
  const { sshd, prefix } = await lab.server('lost');
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  const billed = async (): Promise<string | undefined> =>
    (await scene.deps.db.selectFrom('node_agents').select('epoch').where('node_id', '=', id).executeTakeFirst())?.epoch;
  lab.use({ version: '1.0.0' });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  const before = await billed();
  await killAllOf(prefix);
  for (const end of ['', '-wal', '-shm']) rmSync(join(prefix, `data/agent.db${end}`), { force: true });
  lab.use({ version: '1.0.1' });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  expect(await scene.log(id)).toContain('"newJournal"');
  await expect.poll(billed).not.toBe(before);
  const rows = await scene.deps.db.selectFrom('node_agents').select('epoch_open').where('node_id', '=', id).execute();
  expect(rows).toEqual([{ epoch_open: false }]);
});

test('an agent starts small, keeps its keys of WARP through upgrade and rollback, and leaves no table when it was killed', async () => {
  const { sshd, prefix } = await lab.server('node');
  const data = join(prefix, 'data');
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password, warp: true });
  const form = async (): Promise<object> =>
    (await scene.call('list')).data.find(({ _id }: { _id: string }) => _id === id) as object;
  const install = async (version: string): Promise<void> => {
    lab.use({ version });
    expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  };

  await install('1.0.0');
  const agent = Number(readFileSync(join(prefix, 'run/agent.pid'), 'utf8'));
  const args = readFileSync(`/proc/${agent}/cmdline`, 'utf8').split('\0');
  expect(args.slice(1, 1 + agentNodeOptions.length)).toEqual([...agentNodeOptions]);
  const environment = readFileSync(`/proc/${agent}/environ`, 'utf8').split('\0');
  for (const [name, value] of Object.entries(agentEnvironment)) expect(environment).toContain(`${name}=${value}`);
  const line = { name: 'a', agentID: id, protocol: 'vmesh_tcp' };
  expect(await scene.app.call('/api/admin/agent_line/update', line, scene.admin)).toMatchObject({ code: 0 });
  await expect.poll(() => problemsOf(id)).toEqual(['warp']);

  const saved = await scene.call('update', { ...(await form()), warp_keys: configuration });
  expect(saved, saved.msg).toMatchObject({ code: 0, data: { warp_keys: '', has_warp_keys: true } });
  await install('1.0.1');
  const file = join(data, 'warp.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ privateKey: secret, mtu: 1280 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(join(prefix, 'incoming/warp.json'))).toBe(false);
  expect(await scene.log(id)).not.toContain(secret);
  await expect.poll(() => problemsOf(id)).toEqual([]);

  // Keys that an operator changed on the node itself are theirs only until the next upgrade; a rollback leaves them.
  const own = readFileSync(file, 'utf8').replace('1280', '1400');
  writeFileSync(file, own);
  expect(await scene.call('rollback_agentserver', { id })).toMatchObject({ code: 0 });
  expect(await scene.ended(id), await scene.log(id)).toMatchObject({ state: 'done' });
  expect(readFileSync(file, 'utf8')).toBe(own);

  expect(tablesOf(data)).toHaveLength(1);
  for (const pid of processesOf(prefix)) if (pid !== sshd.pid) process.kill(pid, 'SIGKILL');
  expect(tablesOf(data)).toHaveLength(1);
  // A neighbour's: of a folder that is there, or whichever agent starts next may take its table away.
  mkdirSync(`${data}2`);
  execFileSync('nft', ['-f', '-'], {
    input: `table inet skyport_0test { set home { type inet_service; elements = { 1 comment "${data}2" }\n}\n}\n`,
  });
  onTestFinished(() => void execFileSync('nft', ['delete', 'table', 'inet', 'skyport_0test']));
  expect(await scene.call('remove_agentserver', { id })).toMatchObject({ code: 0 });
  expect(await scene.ended(id), await scene.log(id)).toMatchObject({ state: 'done' });
  expect(tablesOf(data)).toEqual([]);
  expect(tablesOf(`${data}2`)).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toBe(own);
});
