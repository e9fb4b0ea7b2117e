import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kitFolder } from '../../platform/node-kit.ts';
import { sha256Of } from '../../install/script.ts';
import type { StaffCases, StaffSetup } from './staff-case.ts';

const FINGERPRINT = `SHA256:${'b'.repeat(43)}`;

const idle = async ({ scene }: StaffSetup): Promise<void> => {
  await scene.app.deps.db.updateTable('node_installs').set({ state: 'idle', version: '1', previous: '0' }).execute();
};

/** Installations over SSH. */
export const installCases: StaffCases = {
  'install.approveHostKey': (setup) => ({
    payload: { id: setup.made['node'], fingerprint: FINGERPRINT },
    object: setup.made['node']!,
    before: { host_key: '' },
    after: { host_key: FINGERPRINT, host_key_at: '127.0.0.1:22' },
  }),
  'install.upgradeAgentserver': (setup) => ({
    payload: { ids: [setup.made['node']] },
    object: setup.made['node']!,
    before: { state: 'idle' },
    after: { state: 'queued' },
  }),
  'install.rollback': async (setup) => {
    await idle(setup);
    return {
      payload: { id: setup.made['node'] },
      object: setup.made['node']!,
      before: { state: 'idle', action: 'upgrade' },
      after: { state: 'queued', action: 'rollback' },
    };
  },
  'install.remove': async (setup) => {
    await idle(setup);
    return {
      payload: { id: setup.made['node'], purge: true },
      object: setup.made['node']!,
      before: { state: 'idle', action: 'rollback', purge: false },
      after: { state: 'queued', action: 'remove', purge: true },
    };
  },
};

/** Makes a node kit whose files are whole, so that installations are asked for at all. */
export const putKit = ({ scene }: Pick<StaffSetup, 'scene'>): void => {
  const folder = kitFolder(scene.app.deps.env);
  mkdirSync(folder);
  const names = [
    { part: 'agent', name: 'agent.mjs' },
    ...['x64', 'arm64'].flatMap((cpu) => [
      { part: 'xray', cpu, name: `xray-${cpu}.gz` },
      { part: 'node', cpu, name: `node-${cpu}.gz` },
    ]),
  ];
  const files = names.map((file) => ({
    ...file,
    version: '1.0.0',
    bytes: file.name.length,
    sha256: sha256Of(file.name),
  }));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files }));
  for (const { name } of files) writeFileSync(join(folder, name), name);
};
