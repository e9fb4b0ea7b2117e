import type { ShopScene } from '../../../orders/testing/scene.ts';
import { SECOND_MS } from '../../../platform/clock.ts';
import type { TestAnswer, TestSession } from '../../../testing-app.ts';
import { tronAddress } from '@skyport/contract/chain-addresses';
import { moveCursor } from '../deposit-store.ts';
import { planOf, receivingPlaces } from '../plan.ts';

/** Where the operator of the tests receives USDT. */
const WALLET = `0x${'ab'.repeat(20)}`;
const TRON_WALLET = tronAddress('cd'.repeat(20));

/** What tests of payments in USDT do in a shop. */
export interface UsdtScene {
  readonly WALLET: string;
  readonly TRON_WALLET: string;
  /** Settings with which USDT are taken on every chain, all of them read a moment ago. */
  turnOn(): Promise<void>;
  /** Notes that every chain was read up to now. */
  noteRead(): Promise<void>;
  pay(user: TestSession, orderId: string, network?: string): Promise<TestAnswer>;
  /** Chains on which an order can be paid. */
  offered(user: TestSession, orderId: string): Promise<string[]>;
}

/** Payments in USDT without a chain: watchers are said to have read. */
export const usdtScene = ({ app, deps, clock, shop }: ShopScene): UsdtScene => {
  const noteRead = async (): Promise<void> => {
    const to = { number: Math.floor(clock.now().getTime() / SECOND_MS), hash: '', time: clock.now() };
    const cursors = await deps.db.selectFrom('usdt_cursors').selectAll().execute();
    for (const place of receivingPlaces(planOf(deps.settings.current()))) {
      const known = cursors.find(({ network, address }) => network === place.network && address === place.address);
      await moveCursor(deps.db, place, { looks: known?.looks ?? 0, to, at: clock.now() });
    }
  };
  return {
    WALLET,
    TRON_WALLET,
    noteRead,
    turnOn: async () => {
      const nodes = 'https://node.example#key';
      await app.changeSettings({
        usdt: 'usdt',
        usdtpay: `${TRON_WALLET} ${WALLET}`,
        usdt_trc20_nodes: nodes,
        usdt_erc20_nodes: nodes,
        usdt_bep20_nodes: nodes,
        usdt_polygon_nodes: nodes,
        exchange_rate: 8,
        usdtCheckTime: 30,
      });
      await noteRead();
    },
    pay: (user, orderId, network) => shop.buy(user, orderId, { pay_mode: 'usdt', ...(network && { network }) }),
    offered: async (user, orderId) => (await shop.check(user, orderId)).data.networks,
  };
};
