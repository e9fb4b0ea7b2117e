import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentState } from '@skyport/contract/fleet';
import { expect, inject, onTestFinished } from 'vitest';
import { askAgent, type AgentAnswer } from '../../fleet/index.ts';
import { findSshNode } from '../../nodes/index.ts';
import { changeKit, type KitChange } from './kit.ts';
import { killAllOf } from './processes.ts';
import { startScene, type Scene } from './scene.ts';
import { startSshd, type Sshd, type SshdOptions } from './sshd.ts';

/**
 * What shortens an agent's patience, so that a version that does not start is given up in less than a minute; on a busy
 * machine one that does start needs twenty seconds.
 */
export const QUICK = { SKYPORT_SETTLE_SECONDS: '1', SKYPORT_READY_SECONDS: '40' };

/** A panel, a node kit made for it, and servers to install that on. */
export interface Lab {
  readonly scene: Scene;
  /** Where everything lies; removed at the end. */
  readonly folder: string;
  /** Where the kit as it was made lies. */
  readonly made: string;
  /** Gives the panel the kit that was made, changed so. */
  use(change: KitChange): void;
  /** A server for the test that asks, and a folder on it whose processes end with that test. */
  server(name: string, options?: SshdOptions): Promise<{ readonly sshd: Sshd; readonly prefix: string }>;
  /** What a node's agent answers. */
  ask(id: string): Promise<AgentAnswer>;
  /** The state that a node's agent answers; fails when it answers none. */
  stateOf(id: string): Promise<AgentState>;
  close(): Promise<void>;
}

/** Starts a panel, which is given no kit yet; `environment` goes to the panel's process. */
export const startLab = async (environment: Readonly<Record<string, string>> = {}): Promise<Lab> => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  const made = inject('nodeKit');
  const scene = await startScene(environment);
  const ask: Lab['ask'] = async (id) => {
    const node = await findSshNode(scene.deps.db, id, scene.deps);
    if (!node) throw new Error(`no node ${id}`);
    return askAgent(scene.deps, node);
  };
  return {
    scene,
    folder,
    made,
    ask,
    use: (change) => changeKit(made, scene.kit, change),
    server: async (name, options = {}) => {
      const sshd = await startSshd({ ...options, env: { ...QUICK, ...options.env } });
      const prefix = join(folder, name);
      onTestFinished(async () => {
        await killAllOf(prefix);
        await sshd.stop();
      });
      return { sshd, prefix };
    },
    stateOf: async (id) => {
      const answer = await ask(id);
      expect(answer).toMatchObject({ kind: 'state' });
      return (answer as { state: AgentState }).state;
    },
    close: async () => {
      await scene.close();
      rmSync(folder, { recursive: true });
    },
  };
};
