import { tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { afterAll, expect, test } from 'vitest';
import { startTronFacade } from '../../../../../testkit/chain/tron-facade.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { createFaultLog } from '../../platform/error-log.ts';
import { unitsOf } from './amounts.ts';
import { networks } from './networks.ts';
import { outsideOf } from './outside.ts';
import { startChainShop } from './testing/chain-scene.ts';
import { createWatcher } from './watcher.ts';

const { app, deps, clock, chain, now, syncClock, buy, milliOf } = await startChainShop();
const facade = await startTronFacade(chain, networks.trc20.chainId);
afterAll(() => facade.stop());
const contract = `0x${tronHex(networks.trc20.contract)!}`;
await chain.deploy(6, contract);

/** Seconds between looks where somebody is about to pay. */
const PAUSE = 15;
/** Looks after which a watcher without a pause is stopped. */
const MOST_LOOKS = 20;

test('TRON: a mark that an unknown transaction holds is looked at again only after the pause', async () => {
  const usdtpay = tronAddress(now.us.slice(2));
  await app.changeSettings({ usdtpay, usdt_trc20_nodes: facade.url, usdt_bep20_nodes: '', usdtCheckInterval: PAUSE });
  const [stop, usual] = [new AbortController(), outsideOf(clock, true)];
  let looks = 0;
  const watcher = createWatcher({
    deps,
    faults: createFaultLog(deps),
    outside: {
      clock,
      http: (url, init, maxBytes) => {
        if (url.includes('getnowblock') && (looks += 1) === MOST_LOOKS) stop.abort();
        return usual.http(url, init, maxBytes);
      },
    },
    stopped: stop.signal,
  });
  const looksAfter = async (seconds: number): Promise<number> => {
    clock.advance(seconds * SECOND_MS);
    const before = looks;
    await watcher.lookAround();
    return looks - before;
  };
  expect(await looksAfter(0)).toBe(1);
  const { trade } = await buy();
  const txid = (await chain.transfer(contract, now.us, unitsOf('trc20', milliOf(trade)))).slice(2);
  facade.faults.unknown.add(txid);
  await chain.mine(10, 3);
  await syncClock();
  // The mark is moved up to the transaction, and then no further.
  expect(await looksAfter(PAUSE)).toBe(2);
  expect(await looksAfter(PAUSE - 1)).toBe(0);
  expect(await looksAfter(1)).toBe(1);
  facade.faults.unknown.clear();
  expect(await looksAfter(PAUSE)).toBe(1);
  const found = await deps.db.selectFrom('usdt_deposits').select('txid').where('address', '=', usdtpay).execute();
  expect(found).toEqual([{ txid }]);
});
