import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { netAvailable } from '../../../testkit/net.ts';
import { openStage } from './testing/resolvers/stage.ts';
import type { Stage } from './testing/resolvers/stage.ts';
import { clients, credentials, everySwitches, tryNames } from './testing/resolvers/trial.ts';

/** The oldest and the newest of each program; `npm run prove -- resolvers` has all. */
const ENGINES = ['mihomo', 'clash-1.18', 'xray', 'sing-box-1.8', 'sing-box'];

const net = netAvailable();
const some = clients.filter(({ engine }) => ENGINES.includes(engine));

describe.skipIf(!net.ok)('who is asked for a name', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  describe('while the lines are open', () => {
    let close: () => Promise<void>;
    beforeAll(async () => {
      close = await stage.openLines(credentials);
    });
    afterAll(() => close());

    test.for(some.flatMap((client) => everySwitches.map(([where, switches]) => ({ client, where, switches }))))(
      '$client.engine, $where: the right resolver for every name, by TCP, UDP and questions of both families',
      async ({ client, switches }) => {
        expect(await tryNames(stage, client, { switches, lineIsDead: false })).toEqual([]);
      },
    );
  });

  test.for(some)('$engine: a dead line leaves link and house reachable', async (client) => {
    const [, switches] = everySwitches[0] ?? expect.unreachable();
    expect(await tryNames(stage, client, { switches, lineIsDead: true })).toEqual([]);
  });
});
