import { settleNow } from '../orders/index.ts';
import type { Deps } from '../platform/deps.ts';
import { escapeHtml } from '../platform/html.ts';
import type { TestPayRoute } from '../platform/test-pay-route.ts';
import { testProvider } from './test-provider.ts';
import { testPageTexts as texts } from './texts.ts';
import { findListedTrade, type TradeListRow } from './trade-list-store.ts';

const NUMBER = /^[0-9a-f]{32}$/;

const STYLE =
  'body{font-family:system-ui,sans-serif;max-width:360px;margin:48px auto;padding:0 20px;line-height:1.6}' +
  'b{font-size:32px}button{width:100%;min-height:48px;font-size:16px}small{overflow-wrap:anywhere}';

/** A trade of the test provider by its number. */
const findTrade = async ({ db }: Pick<Deps, 'db'>, number: string): Promise<TradeListRow | undefined> => {
  if (!NUMBER.test(number)) return undefined;
  const row = await findListedTrade(db, number);
  return row?.instance === testProvider.instance ? row : undefined;
};

const isSettled = ({ status }: TradeListRow): boolean => status === 'paied' || status === 'credited';

/** The page of a trade: what is to be paid, and one button that says it was. */
const pageOf = (trade: TradeListRow, number: string): string => {
  const act = isSettled(trade) ? `<p>${texts.settled}</p>` : `<form method="post"><button>${texts.pay}</button></form>`;
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${texts.title}</title><style>${STYLE}</style></head>
<body><main><h1>${texts.title}</h1><p>${texts.hint}</p><p>${escapeHtml(trade.name)}</p>
<p><b>${texts.amount((trade.amount / 1000).toFixed(2))}</b></p><p><small>${texts.number} ${number}</small></p>
${act}<p><a href="/pay/return">${texts.back}</a></p></main></body></html>
`;
};

/** The test provider's page; undefined where the environment does not say TEST_PAYMENTS=1. */
export const createTestPayRoute = (deps: Deps): TestPayRoute | undefined => {
  if (!deps.env.TEST_PAYMENTS) return undefined;
  return {
    page: async (number) => {
      const trade = await findTrade(deps, number);
      return trade && pageOf(trade, number);
    },
    pay: async (number) => {
      const trade = await findTrade(deps, number);
      if (!trade) return false;
      await settleNow(deps, {
        reference: `test-${deps.ids.next()}`,
        source: 'provider',
        instance: testProvider.instance,
        tradeId: trade.id,
        amount: trade.amount,
        paidAt: deps.clock.now(),
        actor: testProvider.instance,
      });
      return true;
    },
  };
};
