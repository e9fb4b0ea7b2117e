import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, roleOf, startLocalPostgres } from '@skyport/db';
import { startTestApp, type TestApp } from '@skyport/server/testing-app';
import { prepareJobs } from '@skyport/server/worker';
import { attack, type AttackOptions, type AttackResult } from './hostile-input/attack.ts';
import { sabotage as plant, sabotages, targets, type Sabotage } from './hostile-input/sabotage.ts';
import { seeded } from '../testkit/seeded.ts';
import type { Prover } from './prover.ts';

/** Share of the bodies that a quick run sends. */
const QUICK_SHARE = 0.02;

/** The whole product behind its gate, on a database of its own: every row, every kind of caller, hostile bodies. */
export const hostileInput: Prover = {
  claim: 'no body to any call, by anybody, makes a fault, costs 20 times its benign body, or leaves memory behind',
  sabotages,
  prove: async ({ quick, rounds, seed, sabotage }, say) => {
    const folder = mkdtempSync(join(tmpdir(), 'skyport-prove-'));
    // The server runs as another account when we are root, and has to pass through.
    chmodSync(folder, 0o755);
    const server = await startLocalPostgres({ dataDir: folder, log: () => undefined, settings: { fsync: 'off' } });
    try {
      await migrate(server.ownerUrl, { appUrl: server.appUrl });
      await prepareJobs(server.ownerUrl, roleOf(server.appUrl));
      const app = await startTestApp(server.appUrl, { DATA_DIR: folder });
      try {
        const fault = sabotage as Sabotage | undefined;
        const share = rounds === undefined ? (quick && !fault ? QUICK_SHARE : 1) : rounds / 100;
        const { calls, failures } = await attackApp(app, { random: seeded(seed), share, say }, fault);
        return { runs: calls, failures };
      } finally {
        await app.close();
      }
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Attacks a product, or only the call that a fault is planted in for as long as that takes. */
export const attackApp = async (
  app: TestApp,
  options: AttackOptions,
  fault: Sabotage | undefined,
): Promise<AttackResult> => {
  const mend = fault === undefined ? undefined : plant(app, fault);
  try {
    return await attack(app, { ...options, only: fault && [targets[fault]] });
  } finally {
    mend?.();
  }
};
