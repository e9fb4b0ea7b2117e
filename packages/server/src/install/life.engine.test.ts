import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerType } from '@skyport/contract/nodes-rules';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { KitChange } from './testing/kit.ts';
import { processesOf } from './testing/processes.ts';
import { startLab, type Lab } from './testing/lab.ts';
import type { Scene } from './testing/scene.ts';
import { alpine, otherProcessor, type System } from './testing/systems.ts';

let lab: Lab;
let scene: Scene;

beforeAll(async () => {
  lab = await startLab();
  ({ scene } = lab);
}, 600_000);
afterAll(() => lab?.close());

/** What the server of a type is like, as far as this machine can show it. */
const servers: Record<ServerType, { system?: () => System; sftp?: boolean; kit?: KitChange; node?: object }> = {
  ubuntu_x86: {},
  ubuntu_arm: { system: () => otherProcessor('aarch64'), kit: { cpu: 'arm64' } },
  ubuntu_guonei: { sftp: false },
  ubuntu_reality: { node: { type: 'reality', host: 'target.test' } },
  apine: { system: alpine },
  alpine_reality: { system: alpine, sftp: false, node: { type: 'reality', host: 'target.test' } },
};

const listed = async (id: string) =>
  (await scene.call('list')).data.find(({ _id }: { _id: string }) => _id === id) as Record<string, unknown>;

test.each(Object.keys(servers) as ServerType[])(
  'a server of type %s is installed, upgraded twice, saved from a broken version, rolled back and removed',
  { timeout: 400_000 },
  async (serverType) => {
    const { system, sftp = true, kit = {}, node = {} } = servers[serverType];
    const fakeSystem = system?.();
    if (fakeSystem) onTestFinished(fakeSystem.remove);
    const { sshd, prefix } = await lab.server(serverType, {
      sftp,
      ...(fakeSystem && { env: { PATH: fakeSystem.path } }),
    });
    const use = (change: KitChange): void => lab.use({ ...kit, ...change });
    const fields = { serverType, ssh_password: sshd.password, ...node };
    const id = await scene.node(sshd, prefix, fields);
    const protocol = 'type' in node ? 'reality' : 'vmesh_tcp';
    const line = { name: 'a', agentID: id, protocol };
    expect(await scene.app.call('/api/admin/agent_line/update', line, scene.admin)).toMatchObject({ code: 0 });

    use({ version: '1.0.0' });
    const first = await scene.upgrade(id);
    expect(first, await scene.log(id)).toMatchObject({ state: 'done', percent: 100, key_installed: true, prefix });
    expect(first.host_key).toBe(sshd.fingerprint);
    expect(first.version).toMatch(/^1\.0\.0-/);
    expect(await listed(id)).toMatchObject({ enrolled: true, has_ssh_password: false });
    const born = await lab.stateOf(id);
    expect(born).toMatchObject({ agent: { version: '1.0.0' }, engine: { running: true } });

    const versions = [first.version];
    for (const version of ['1.0.1', '1.0.2']) {
      use({ version });
      const next = await scene.upgrade(id);
      expect(next, await scene.log(id)).toMatchObject({ state: 'done', previous_version: versions.at(-1) });
      versions.push(next.version);
      const state = await lab.stateOf(id);
      expect(state).toMatchObject({ epoch: born.epoch, agent: { version }, engine: { running: true, restarts: 0 } });
      expect(state.engine.uptimeSeconds).toBeGreaterThanOrEqual(born.engine.uptimeSeconds);
    }
    const again = await scene.upgrade(id);
    expect(again, await scene.log(id)).toMatchObject({
      state: 'done',
      version: versions[2],
      previous_version: versions[1],
    });
    expect(await scene.log(id)).toContain('"nothingToSend"');

    use({ version: '1.0.3', agent: (text) => `throw new Error('broken on purpose');\n${text}` });
    const broken = await scene.upgrade(id);
    expect(broken).toMatchObject({ state: 'failed', version: versions[2], previous_version: versions[1] });
    expect(broken.reason).toEqual({ code: 'script.rolled_back', values: [versions[2]] });
    expect(await scene.log(id)).toContain('broken on purpose');
    expect(await lab.stateOf(id)).toMatchObject({
      epoch: born.epoch,
      agent: { version: '1.0.2' },
      engine: { running: true },
    });

    expect(await scene.call('rollback_agentserver', { id })).toMatchObject({ code: 0 });
    const back = await scene.ended(id);
    expect(back, await scene.log(id)).toMatchObject({
      state: 'done',
      version: versions[1],
      previous_version: versions[2],
    });
    expect(await lab.stateOf(id)).toMatchObject({
      epoch: born.epoch,
      agent: { version: '1.0.1' },
      engine: { running: true },
    });

    expect(await scene.call('remove_agentserver', { id })).toMatchObject({ code: 0 });
    const removed = await scene.ended(id);
    expect(removed, await scene.log(id)).toMatchObject({ state: 'done', version: '', previous_version: '' });
    expect(processesOf(prefix)).toEqual([]);
    expect(existsSync(join(prefix, 'data', 'agent.db'))).toBe(true);
    expect(existsSync(join(prefix, 'versions'))).toBe(false);
    expect(await listed(id)).toMatchObject({ enrolled: false });
    if (serverType !== 'ubuntu_x86') return;

    use({ version: '1.0.4' });
    const anew = await scene.upgrade(id);
    expect(anew, await scene.log(id)).toMatchObject({ state: 'done' });
    expect((await lab.stateOf(id)).epoch).toBe(born.epoch);
  },
);
