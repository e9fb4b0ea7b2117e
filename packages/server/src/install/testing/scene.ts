import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallView } from '@skyport/contract/install';
import { defaultSettings, type Settings } from '@skyport/contract/settings-table';
import { expect } from 'vitest';
import { quietPort } from '../../../../agent/src/testing/quiet-port.ts';
import { fleetJobs, startFleet } from '../../fleet/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { fixedSettings } from '../../platform/settings-reader.ts';
import type { TestAnswer, TestApp, TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { startJobs } from '../../worker.ts';
import { installJobs, stopInstalls } from '../index.ts';
import { presentInstall } from '../present.ts';
import { findInstall, keepLearned, lockInstall } from '../store.ts';
import { SERVER, type Sshd } from './sshd.ts';

/** A panel with its worker, as an admin uses it. */
export interface Scene {
  readonly app: TestApp;
  readonly deps: Deps;
  readonly admin: TestSession;
  /** Folder of the panel's node kit. */
  readonly kit: string;
  readonly settings: { -readonly [K in keyof Settings]: Settings[K] };
  call(path: string, payload?: object): Promise<TestAnswer>;
  /** Saves a node that lies on the server, below `prefix`. */
  node(sshd: Pick<Sshd, 'port'>, prefix: string, fields?: object): Promise<string>;
  /** What the panel shows of a node's installation. */
  install(id: string): Promise<InstallView>;
  log(id: string): Promise<string>;
  /** Waits until nothing is under way at a node; gives what is shown then. */
  ended(id: string): Promise<InstallView>;
  /** Asks for an upgrade, approves the server's key when it is first seen, and waits for the end. */
  upgrade(id: string): Promise<InstallView>;
  close(): Promise<void>;
}

/**
 * What the panel says when the machine stood still for longer than a connection to the database may take: it tries
 * again by itself, and the test sees whether that is enough.
 */
const STALLED = /Connection terminated due to connection timeout/;

/** Starts a panel whose data directory is its own; `environment` goes to its process. */
export const startScene = async (environment: Readonly<Record<string, string>> = {}): Promise<Scene> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'panel-'));
  const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1', DATA_DIR: dataDir, ...environment });
  app.clock.set(new Date());
  const settings = { ...defaultSettings, updateV2rayDuration: 0.5, trafficStasticDuration: 0.5 };
  const deps: Deps = {
    ...app.deps,
    clock: systemClock,
    settings: fixedSettings(settings),
  };
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const faults = async (fault: unknown): Promise<void> => {
    if (!STALLED.test(String(fault))) expect.fail(String(fault));
  };
  const fleet = await startFleet(deps, { faults });
  const jobs = await startJobs({
    databaseUrl: app.databaseUrl,
    jobs: [...fleetJobs, ...installJobs],
    deps,
    faults,
  });
  const call: Scene['call'] = (path, payload = {}) => {
    // The gate counts requests by the app's clock, which stands still otherwise.
    app.clock.set(new Date());
    return app.call(`/api/admin/agents/${path}`, payload, admin);
  };
  const install: Scene['install'] = async (id) => presentInstall(id, await findInstall(deps.db, id));
  const ended: Scene['ended'] = async (id) => {
    const under = async (): Promise<boolean> => ['queued', 'running'].includes((await install(id)).state);
    await expect.poll(under, { interval: 200 }).toBe(false);
    return install(id);
  };
  return {
    app,
    deps,
    admin,
    kit: join(dataDir, 'node-kit'),
    settings,
    call,
    install,
    ended,
    node: async (sshd, prefix, fields = {}) => {
      const answer = await call('update', {
        name: '节点',
        country: { name: '日本', flag: '🇯🇵' },
        ip: SERVER,
        type: 'v2ray',
        serverType: 'ubuntu_x86',
        ctrl_port: await quietPort(),
        port: await quietPort(),
        ssh_port: sshd.port,
        ssh_username: 'root',
        ...fields,
      });
      expect(answer, answer.msg).toMatchObject({ code: 0 });
      const { _id } = answer.data as { _id: string };
      await lockInstall(deps.db, _id);
      await keepLearned(deps.db, _id, { prefix });
      return _id;
    },
    log: async (id) => (await call('install_log', { id })).data.text as string,
    upgrade: async (id) => {
      const asked = await call('upgrade_agentserver', { _id: id });
      expect(asked, asked.msg).toMatchObject({ code: 0 });
      const first = await ended(id);
      if (first.state !== 'waiting-host-key') return first;
      const approved = await call('approve_host_key', { id, fingerprint: first.seen_host_key });
      expect(approved, approved.msg).toMatchObject({ code: 0 });
      return ended(id);
    },
    close: async () => {
      stopInstalls(deps);
      await fleet.stop();
      await jobs.stop();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
