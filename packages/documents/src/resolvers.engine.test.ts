import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { netAvailable } from '../../../testkit/net.ts';
import { tryDialled } from './testing/resolvers/dialled.ts';
import { FINDS_NAMES } from './testing/resolvers/own-hosts.ts';
import { tryQuic } from './testing/resolvers/quic.ts';
import { openStage } from './testing/resolvers/stage.ts';
import type { Stage } from './testing/resolvers/stage.ts';
import { clients, credentials, everySwitches, tryNames } from './testing/resolvers/trial.ts';

/** The oldest and the newest of each program; `npm run prove -- resolvers` has all. */
const ENGINES = ['mihomo-1.19.10', 'mihomo', 'clash-1.18', 'xray', 'sing-box-1.8', 'sing-box'];

const net = netAvailable();
const some = clients.filter(({ engine }) => ENGINES.includes(engine));

describe.skipIf(!net.ok)('who is asked for a name', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  describe('while the lines are open', () => {
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      close = await stage.openLines(credentials);
    });
    afterAll(() => close?.());

    test.for(some.flatMap((client) => everySwitches.map(([where, switches]) => ({ client, where, switches }))))(
      '$client.engine, $where: the right resolver for every name, by TCP, UDP and questions of both families',
      async ({ client, switches }) => {
        expect(await tryNames(stage, client, { switches, lineIsDead: false })).toEqual([]);
      },
    );

    test.for(clients.filter(({ family }) => FINDS_NAMES.has(family)))(
      '$engine: programs that dial addresses go where the name in their traffic goes',
      async (client) => {
        expect(await tryDialled(stage, client)).toEqual([]);
      },
    );

    // The old Clash has no word for datagrams alone.
    const guarded = some.filter(({ family }) => family !== 'clash');

    test.for(guarded)(
      '$engine: QUIC is refused on a line that carries UDP over TCP, and nothing else',
      async (client) => {
        expect(await tryQuic(stage, client, false)).toEqual([]);
      },
    );

    test.for(guarded)('$engine: it is carried where the rules say so', async (client) => {
      expect(await tryQuic(stage, client, true)).toEqual([]);
    });
  });

  test.for(some)('$engine: a dead line leaves what goes direct reachable', async (client) => {
    const [, switches] = everySwitches[0] ?? expect.unreachable();
    expect(await tryNames(stage, client, { switches, lineIsDead: true })).toEqual([]);
  });
});
