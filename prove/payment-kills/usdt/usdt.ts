import type { ProvedProvider } from '../provider.ts';
import type { PayWorld } from '../world.ts';
import { chainProblems } from './books.ts';
import type { Coins } from './coins.ts';
import { listTransfers, startCoins } from './coins.ts';
import { actOnChains } from './crowd.ts';
import { flows } from './flows.ts';
import { settleChain } from './payers.ts';
import { wrongsOnChains } from './wrong.ts';

const recover = ({ facade, nodes }: Coins): void => {
  facade.faults.missing.clear();
  facade.faults.unknown.clear();
  Object.assign(facade.faults, { throttled: 0, behind: 0, rowsAPage: 200, isDoubled: false });
  for (const { faults } of nodes) Object.assign(faults, healthy);
};

const healthy = { throttled: 0, mostBlocks: Number.POSITIVE_INFINITY, behind: 0, losesEvents: false, isHtml: false };

const all = ({ nodes }: Coins, faults: object): void => nodes.forEach((node) => Object.assign(node.faults, faults));

/** Transfers on the chain of which nothing has become yet. */
const listUnhanded = async ({ coins, shop }: PayWorld): Promise<string[]> => {
  const rows = await shop.app.deps.db
    .selectFrom('usdt_deposits')
    .select(['txid', ({ fn }) => fn.count<number>('handed_at').as('handed')])
    .groupBy('txid')
    .execute();
  const handed = new Map(rows.map((row) => [row.txid.replace(/^0x/, ''), Number(row.handed)]));
  return [...(await listTransfers(coins))]
    .filter(([txid, units]) => (handed.get(txid.slice(2)) ?? 0) < units.length)
    .map(([txid]) => `${txid} was not handed over`);
};

/** USDT on chains that the shop watches by itself. */
export const usdt: ProvedProvider = {
  name: 'USDT',
  open: async (app) => {
    const coins = await startCoins(app);
    return { coins, environment: { WATCH_CHAINS: '1' }, stop: coins.stop };
  },
  flows,
  wrongs: (_world, isQuick) => wrongsOnChains(isQuick),
  troubles: [
    { name: 'nodes answer with pages for people', begin: ({ coins }) => all(coins, { isHtml: true }) },
    {
      name: 'nodes are throttled',
      begin: ({ coins }) => {
        all(coins, { throttled: 50 });
        coins.facade.faults.throttled = 50;
      },
    },
    {
      name: 'nodes are behind and know no events',
      begin: ({ coins }) => {
        Object.assign(coins.nodes[0]!.faults, { behind: 10, losesEvents: true });
        coins.facade.faults.behind = 10;
      },
    },
    {
      name: 'nodes give a few blocks at a time, and every row twice',
      begin: ({ coins }) => {
        all(coins, { mostBlocks: 3 });
        Object.assign(coins.facade.faults, { rowsAPage: 2, isDoubled: true });
      },
    },
  ],
  act: actOnChains,
  recover: ({ coins }) => recover(coins),
  stir: settleChain,
  unheard: listUnhanded,
  audit: chainProblems,
};
