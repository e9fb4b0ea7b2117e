import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentState } from '@skyport/contract/fleet';
import type { ServerType } from '@skyport/contract/nodes-rules';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { KitChange } from './testing/kit.ts';
import { processesOf } from './testing/processes.ts';
import { startLab } from './testing/lab.ts';
import { alpine, otherProcessor, type System } from './testing/systems.ts';

const lab = await startLab();
const { scene } = lab;
afterAll(() => lab.close());

/** What the server of a type is like, as far as this machine can show it. */
interface Server {
  readonly system?: () => System;
  readonly sftp?: boolean;
  readonly kit?: KitChange;
  readonly node?: object;
  /** Its whole life is gone through: once on each of the two systems that servers have. */
  readonly whole?: true;
}

/** Four of the six types: the other two differ from these in nothing that is installed. */
const servers: Partial<Record<ServerType, Server>> = {
  ubuntu_x86: { whole: true },
  ubuntu_arm: { system: () => otherProcessor('aarch64'), kit: { cpu: 'arm64' } },
  apine: { system: alpine, whole: true },
  alpine_reality: { system: alpine, sftp: false, node: { type: 'reality', host: 'target.test' } },
};

const types = Object.entries(servers) as [ServerType, Server][];

const listed = async (id: string) =>
  (await scene.call('list')).data.find(({ _id }: { _id: string }) => _id === id) as Record<string, unknown>;

/** A node with a line on a server of a type, on which nothing is installed yet. */
interface Life {
  readonly id: string;
  readonly prefix: string;
  readonly fingerprint: string;
  /** Gives the panel the server's kit, changed so. */
  readonly use: (change: KitChange) => void;
}

const begin = async (serverType: ServerType, server: Server): Promise<Life> => {
  const { system, sftp = true, kit = {}, node = {} } = server;
  const fakeSystem = system?.();
  if (fakeSystem) onTestFinished(fakeSystem.remove);
  const { sshd, prefix } = await lab.server(serverType, {
    sftp,
    ...(fakeSystem && { env: { PATH: fakeSystem.path } }),
  });
  const id = await scene.node(sshd, prefix, { serverType, ssh_password: sshd.password, ...node });
  const line = { name: 'a', agentID: id, protocol: 'type' in node ? 'reality' : 'vmesh_tcp' };
  expect(await scene.app.call('/api/admin/agent_line/update', line, scene.admin)).toMatchObject({ code: 0 });
  return { id, prefix, fingerprint: sshd.fingerprint, use: (change) => lab.use({ ...kit, ...change }) };
};

/** The agent's state right after the first install, and the version that was installed. */
interface Born {
  readonly state: AgentState;
  readonly version: string;
}

const install = async ({ id, prefix, fingerprint, use }: Life): Promise<Born> => {
  use({ version: '1.0.0' });
  const first = await scene.upgrade(id);
  expect(first, await scene.log(id)).toMatchObject({ state: 'done', percent: 100, key_installed: true, prefix });
  expect(first.host_key).toBe(fingerprint);
  expect(first.version).toMatch(/^1\.0\.0-/);
  expect(await listed(id)).toMatchObject({ enrolled: true, has_ssh_password: false });
  const state = await lab.stateOf(id);
  expect(state).toMatchObject({ agent: { version: '1.0.0' }, engine: { running: true } });
  return { state, version: first.version };
};

/** An upgrade that the engine lives through; gives the new version. */
const upgrade = async ({ id, use }: Life, born: Born, to: { from: string; version: string }): Promise<string> => {
  use({ version: to.version });
  const next = await scene.upgrade(id);
  expect(next, await scene.log(id)).toMatchObject({ state: 'done', previous_version: to.from });
  const state = await lab.stateOf(id);
  const { epoch, engine } = born.state;
  expect(state).toMatchObject({ epoch, agent: { version: to.version }, engine: { running: true, restarts: 0 } });
  expect(state.engine.uptimeSeconds).toBeGreaterThanOrEqual(engine.uptimeSeconds);
  return next.version;
};

const rollBack = async ({ id }: Life, born: Born, versions: { from: string; to: string }): Promise<void> => {
  expect(await scene.call('rollback_agentserver', { id })).toMatchObject({ code: 0 });
  const back = await scene.ended(id);
  const { from, to } = versions;
  expect(back, await scene.log(id)).toMatchObject({ state: 'done', version: to, previous_version: from });
  const agent = { version: to.split('-')[0] };
  expect(await lab.stateOf(id)).toMatchObject({ epoch: born.state.epoch, agent, engine: { running: true } });
};

const remove = async ({ id, prefix }: Life): Promise<void> => {
  expect(await scene.call('remove_agentserver', { id })).toMatchObject({ code: 0 });
  const removed = await scene.ended(id);
  expect(removed, await scene.log(id)).toMatchObject({ state: 'done', version: '', previous_version: '' });
  expect(processesOf(prefix)).toEqual([]);
  expect(existsSync(join(prefix, 'data', 'agent.db'))).toBe(true);
  expect(existsSync(join(prefix, 'versions'))).toBe(false);
  expect(await listed(id)).toMatchObject({ enrolled: false });
};

// What differs from type to type is how a version gets there, starts and goes again.
test.each(types.filter(([, { whole }]) => !whole))(
  'a server of type %s is installed, upgraded, rolled back and removed',
  async (serverType, server) => {
    const life = await begin(serverType, server);
    const born = await install(life);
    const next = await upgrade(life, born, { from: born.version, version: '1.0.1' });
    await rollBack(life, born, { from: next, to: born.version });
    await remove(life);
  },
);

test.each(types.filter(([, { whole }]) => whole))(
  'a server of type %s is installed, upgraded twice, saved from a broken version, rolled back, removed and installed anew',
  async (serverType, server) => {
    const life = await begin(serverType, server);
    const { id, use } = life;
    const born = await install(life);
    const second = await upgrade(life, born, { from: born.version, version: '1.0.1' });
    const third = await upgrade(life, born, { from: second, version: '1.0.2' });
    const again = await scene.upgrade(id);
    const same = { version: third, previous_version: second };
    expect(again, await scene.log(id)).toMatchObject({ state: 'done', ...same });
    expect(await scene.log(id)).toContain('"nothingToSend"');

    use({ version: '1.0.3', agent: (text) => `throw new Error('broken on purpose');\n${text}` });
    const broken = await scene.upgrade(id);
    expect(broken).toMatchObject({ state: 'failed', ...same });
    expect(broken.reason).toEqual({ code: 'script.rolled_back', values: [third] });
    expect(await scene.log(id)).toContain('broken on purpose');
    const agent = { version: '1.0.2' };
    expect(await lab.stateOf(id)).toMatchObject({ epoch: born.state.epoch, agent, engine: { running: true } });

    await rollBack(life, born, { from: third, to: second });
    await remove(life);
    use({ version: '1.0.4' });
    const anew = await scene.upgrade(id);
    expect(anew, await scene.log(id)).toMatchObject({ state: 'done' });
    expect((await lab.stateOf(id)).epoch).toBe(born.state.epoch);
  },
);
