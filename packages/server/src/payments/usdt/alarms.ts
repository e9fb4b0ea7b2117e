import { inTransaction } from '@skyport/db';
import { notifyOperators } from '../../notices/index.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { beginAlarm, endAlarm } from './alarm-store.ts';
import type { Place } from './deposit-store.ts';
import { networks } from './networks.ts';
import { usdtTexts as texts } from './texts.ts';
import { LAG_ALARM_MS } from './watch.ts';

const SETTINGS_HREF = '#/admin_config';

/** Tells the operators once when a place is behind, and once when it is not any more. `lagMs`: how far behind now. */
export const noteLag = (deps: Deps, place: Place, lagMs: number): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const isBehind = lagMs > LAG_ALARM_MS;
    const isNew = isBehind ? await beginAlarm(trx, place, deps.clock.now()) : await endAlarm(trx, place);
    if (!isNew) return;
    const chain = networks[place.network].label;
    await notifyOperators(trx, deps, {
      kind: 'shop',
      href: SETTINGS_HREF,
      text: isBehind ? texts.behind(chain, Math.floor(lagMs / MINUTE_MS)) : texts.caughtUp(chain),
      name: isBehind ? 'usdt_behind' : 'usdt_caught_up',
    });
  });

/** Tells the operators that money whose claims were handed over stands on its chain no more. */
export const noteLost = (deps: Deps, place: Place, count: number): Promise<void> =>
  inTransaction(deps.db, (trx) =>
    notifyOperators(trx, deps, {
      kind: 'shop',
      href: SETTINGS_HREF,
      text: texts.lost(networks[place.network].label, count),
      name: 'usdt_lost',
    }),
  );
