import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { netAvailable } from '../../../testkit/net.ts';
import { tryOwnHosts } from './testing/resolvers/own-hosts.ts';
import { openStage } from './testing/resolvers/stage.ts';
import type { Stage } from './testing/resolvers/stage.ts';
import { clients, credentials } from './testing/resolvers/trial.ts';

const net = netAvailable();

describe.skipIf(!net.ok)('the console and the host of links', () => {
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

    test.for(clients)('$engine: are reached through a line while home has wrong addresses for them', async (client) => {
      expect(await tryOwnHosts(stage, client, { lineIsDead: false })).toEqual([]);
    });
  });

  test.for(clients)('$engine: are reached directly while the lines are dead', async (client) => {
    expect(await tryOwnHosts(stage, client, { lineIsDead: true })).toEqual([]);
  });
});
