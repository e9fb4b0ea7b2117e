import { GIB } from '@skyport/contract/units';
import { usdtNetworkNames } from '@skyport/contract/usdt-networks';
import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { networks } from '@skyport/server/payments/usdt/networks';
import { texts as orderTexts } from '@skyport/web/orders/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import { commonTexts } from '@skyport/web/ui/common-texts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { appScreens, clipboardOf } from '../testkit/browser.ts';
import { startChain, type TestChain } from '../testkit/chain/chain.ts';
import { startTronFacade, type TronFacade } from '../testkit/chain/tron-facade.ts';
import type { GatewayOrder } from '../testkit/epay/books.ts';
import { startEpayGateway, type EpayGateway } from '../testkit/epay/gateway.ts';
import { newestAt, openTill } from '../testkit/epay/till.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt, listedOn } from '../testkit/page-acts.ts';

/*
 * Customers pay real money, on a phone and at a desk: at simulated gateways of both versions of EPay, which check our
 * signatures with fresh keys and code of their own, and in USDT on a real chain of this machine. Every order ends paid,
 * at the window that waits, at one that was closed, behind the gateway's own page, late, and after too little came.
 */

const { waiting, paid } = payTexts;

/** Where the operator receives USDT: the same bytes on both chains. */
const BYTES = 'ab'.repeat(20);
const WALLETS = { bep20: evmAddress(`0x${BYTES}`)!, trc20: tronAddress(BYTES) } as const;
/** Blocks above one, after which the chain of this machine says that it stays. */
const FINAL = 5;
/** Yuan of every product, and for one USDT. */
const PRICE = 30;
const RATE = 8;

/** What the shop sells, by what it is bought for here, with its GB: orders are told apart by them. */
const products = { code: 10, closed: 20, page: 30, app: 40, expired: 50, short: 60, usdt: 70 } as const;
type Product = keyof typeof products;
const nameOf = (product: Product): string => `流量包 ${products[product]}`;

let chain: TestChain;
let tron: TronFacade;
let first: EpayGateway;
let second: EpayGateway;
beforeAll(async () => {
  [chain, first, second] = await Promise.all([
    startChain(networks.bep20.chainId, new Date()),
    startEpayGateway({ series: 'first-' }),
    startEpayGateway({ series: 'second-' }),
  ]);
  tron = await startTronFacade(chain, networks.trc20.chainId);
  await chain.deploy(18, networks.bep20.contract);
  await chain.deploy(6, `0x${tronHex(networks.trc20.contract)!}`);
  await chain.mine(FINAL, 1);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close(), tron.stop()]);
  chain.stop();
});

const journey = setUpJourney();

beforeAll(async () => {
  const { panel } = journey;
  const { actor } = await becomeAdmin(panel);
  await actor.settings.setConfig({
    notify_url: panel.url,
    return_url: `${panel.url}/#/order`,
    usdt: 'usdt',
    usdtpay: `${WALLETS.trc20} bep20:${WALLETS.bep20}`,
    usdt_trc20_nodes: `${tron.url}#key`,
    usdt_bep20_nodes: chain.url,
    usdtCheckInterval: 5,
    exchange_rate: RATE,
  });
  const one = await openTill(actor, first, { version: 1, label: '易支付甲', fee_percent: 1 });
  const two = await openTill(actor, second, { version: 2, label: '易支付乙' });
  await actor.settings.setConfig({ alipay: one.name, wxpay: two.name });
  for (const product of Object.keys(products) as Product[])
    await actor.shop.updateCombo({ name: nameOf(product), price: PRICE, traffic: products[product] * GIB });
});
beforeEach(() => {
  first.recover();
  second.recover();
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

describe.each(appScreens)('on a %s', (name, screen) => {
  let page: Page;
  let customer: TestAccount;
  beforeAll(async () => {
    customer = await signUp(journey.panel, `payer-${name}@example.com`);
    page = await journey.enter(screen, customer, '/shop');
  });
  const { press, dialog, said, atHome, route } = actsAt(() => page);
  const isPhone = screen.phone === true;

  const orderOf = async (product: Product) =>
    (await customer.actor.orders.orderList({})).find(({ desc }) => desc === nameOf(product));
  const listed = (product: Product): Locator => listedOn(page, screen, nameOf(product));

  /** Opens the order of a product. */
  const buy = async (product: Product): Promise<Locator> => {
    await page.goto('/#/shop');
    await press(cardTexts.buy, page.getByRole('article', { name: cardTexts.traffic(`${products[product]} G`) }));
    const window = dialog(payTexts.title);
    await window.getByText(payTexts.due, { exact: true }).waitFor();
    return window;
  };
  /** Chooses a way to pay an order and begins; the button says what is paid, its fee included. */
  const begin = async (window: Locator, mode: string, amount: string): Promise<Locator> => {
    await window.getByRole('radio', { name: mode, exact: true }).check();
    await press(payTexts.pay(amount), window);
    return dialog(waiting.title(mode));
  };
  const byAlipay = (window: Locator, amount = '30.30') => begin(window, payTexts.modes.names.alipay, amount);
  const byWechat = (window: Locator) => begin(window, payTexts.modes.names.wxpay, '30.00');
  const waits = (window: Locator) => window.getByText(waiting.state, { exact: true }).waitFor();

  /** The gateway has its customer's money, and tells the shop, which has to acknowledge it. */
  const arrives = async (gateway: EpayGateway, { outTradeNo } = newestAt(gateway)): Promise<GatewayOrder> => {
    const order = gateway.pay(outTradeNo);
    expect(await gateway.notify(outTradeNo)).toEqual({ status: 200, body: 'success' });
    return order;
  };
  /** The window tells of success, what was bought is there, and the way leads home. */
  const succeeds = async (product: Product): Promise<void> => {
    const window = dialog(paid.title);
    await window.getByText(payTexts.traffic(`${products[product]} G`)).waitFor();
    await press(paid.go, window);
    await atHome();
    expect(await orderOf(product)).toMatchObject({ status: 'paied', add_traffic: products[product] * GIB });
  };
  /** Money of an order, in the words of the books. */
  const moneyOf = async (product: Product) => {
    const id = (await orderOf(product))?._id;
    return journey.panel.query(
      `select p.instance, p.currency, p.amount::int, p.outcome, p.reason from payments p
        join trades t on t.id = p.trade_id where t.order_id = $1 order by p.settled_at`,
      [id],
    );
  };

  test('a code of Alipay is paid while its window waits: the fee is shown before, the steps stand on a phone', async () => {
    first.offer = 'qrcode';
    const order = await buy('code');
    await order.getByText(payTexts.fee('0.30')).waitFor();
    const window = await byAlipay(order);
    await window.getByRole('img', { name: commonTexts.qr }).waitFor();
    await window.getByText('30.30 元', { exact: true }).waitFor();
    expect(await window.getByRole('timer').innerText()).toMatch(/1 小时 59 分钟|2 小时/);
    if (isPhone) {
      const steps = window.getByRole('region', { name: waiting.stepsTitle });
      await steps.getByText(waiting.steps('支付宝')[1]!).waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), press(waiting.save, steps)]);
      expect(file.suggestedFilename()).toBe('pay-code.png');
    } else await window.getByText(waiting.scan('支付宝')).waitFor();
    await waits(window);
    expect(newestAt(first)).toMatchObject({ version: 1, fen: 3030, status: 'unpaid' });
    expect((await orderOf('code'))?.status).toBe('topay');
    const asked = first.asked.length;
    const { tradeNo, acknowledged } = await arrives(first);
    expect(acknowledged).toBe(true);
    await succeeds('code');
    // What MD5 has signed is believed when the gateway says the same.
    expect(first.asked.slice(asked)).toContain('/api.php');
    const [money] = await moneyOf('code');
    expect(money).toMatchObject({ currency: 'CNY', amount: 30_300, outcome: 'paid' });
    expect(await journey.panel.query('select 1 from payments where reference = $1', [tradeNo])).toHaveLength(1);
  });

  test('a code of WeChat is paid after its window was closed: a toast tells, and the order says so', async () => {
    second.offer = 'qrcode';
    const window = await byWechat(await buy('closed'));
    await window.getByRole('img', { name: commonTexts.qr }).waitFor();
    await waits(window);
    await press(commonTexts.close, window);
    await window.waitFor({ state: 'hidden' });
    expect(await arrives(second)).toMatchObject({ version: 2, fen: 3000 });
    await page.getByText(paid.late(nameOf('closed')).text).waitFor();
    expect(route()).toBe('#/shop');
    await page.goto('/#/order');
    await listed('closed').getByText('购买成功', { exact: true }).waitFor();
    expect(await moneyOf('closed')).toMatchObject([{ amount: 30_000, outcome: 'paid' }]);
  });

  test("whoever is led to the gateway's own page pays there, and comes back to an order that is paid", async () => {
    const gateway = isPhone ? first : second;
    gateway.offer = 'payurl';
    const order = await buy('page');
    // The console is left at once: its window is not there to be seen.
    await order.getByRole('radio', { name: isPhone ? '支付宝' : '微信', exact: true }).check();
    await press(payTexts.pay(isPhone ? '30.30' : '30.00'), order);
    await page.waitForURL(/\/cashier\//);
    await press('确认支付');
    await page.waitForURL(/#\/order/);
    await said(orderTexts.paid.text);
    await succeeds('page');
    expect(newestAt(gateway).made['return_url']).toBe(`${journey.panel.url}/pay/return`);
    expect(await moneyOf('page')).toMatchObject([{ amount: isPhone ? 30_300 : 30_000, outcome: 'paid' }]);
  });

  test('an app is opened on a phone; at a desk that is said, and another way is chosen', async () => {
    first.offer = 'urlscheme';
    const order = await buy('app');
    const appMode = order.getByRole('radio', { name: payTexts.modes.names.urlscheme });
    expect(await appMode.count()).toBe(isPhone ? 1 : 0);
    if (isPhone) {
      const window = await begin(order, payTexts.modes.names.urlscheme, '30.30');
      const link = window.getByRole('link', { name: waiting.openApp('支付宝') });
      expect(await link.getAttribute('href')).toContain(`cashier%2F${newestAt(first).outTradeNo}`);
      await waits(window);
      await arrives(first);
    } else {
      const window = await byAlipay(order);
      await window.getByText(waiting.onPhone('支付宝')).waitFor();
      await press(waiting.back, window);
      await waits(await byWechat(dialog(payTexts.title)));
      await arrives(second);
    }
    await succeeds('app');
  });

  test('a payment whose time is over says so and begins anew; money that comes late pays the order', async () => {
    first.offer = 'qrcode';
    const window = await byAlipay(await buy('expired'));
    await waits(window);
    const late = newestAt(first);
    await press(commonTexts.close, window);
    await window.waitFor({ state: 'hidden' });
    await journey.panel.query(
      "update trades set expires_at = now() + interval '4 s' where replace(id::text, '-', '') = $1",
      [late.outTradeNo],
    );
    await page.goto('/#/order');
    // The payment that was begun is shown again, with what is left of its time.
    await press(orderTexts.goOn, listed('expired'));
    const again = dialog(waiting.title('支付宝'));
    await again
      .getByRole('timer')
      .getByText(/ \d 秒/)
      .waitFor();
    expect(newestAt(first)).toBe(late);
    await again.getByText(waiting.over).waitFor();
    expect(await again.getByRole('img', { name: commonTexts.qr }).count()).toBe(0);
    await press(waiting.anew, again);
    await waits(await byAlipay(dialog(payTexts.title)));
    expect(newestAt(first)).not.toBe(late);
    await arrives(first, late);
    await succeeds('expired');
    expect(await moneyOf('expired')).toMatchObject([{ amount: 30_300, outcome: 'paid' }]);
  });

  test('too little money is told while its window waits, with where it is; the rest pays the order', async () => {
    first.offer = 'qrcode';
    await waits(await byAlipay(await buy('short')));
    Object.assign(newestAt(first), { fen: 2000 });
    await arrives(first);
    const window = dialog(waiting.title('支付宝'));
    await window.getByText(waiting.short('20.00', '30.30')).waitFor();
    expect(await window.getByRole('img', { name: commonTexts.qr }).count()).toBe(0);
    expect((await customer.actor.accounts.userInfo({})).wallet_money).toBe(20);
    await press(waiting.goOn, window);
    const order = dialog(payTexts.title);
    await order.getByText(payTexts.minus('20.00')).waitFor();
    await order.getByText(payTexts.credited('20.00')).waitFor();
    await waits(await byAlipay(order, '10.10'));
    await arrives(first);
    await succeeds('short');
    expect(await moneyOf('short')).toMatchObject([
      { amount: 20_000, outcome: 'credited', reason: 'short' },
      { amount: 10_100, outcome: 'paid' },
    ]);
  });

  test('USDT are sent on the chain that was chosen, exactly as the window says, and are found there', async () => {
    const network = isPhone ? 'trc20' : 'bep20';
    const order = await buy('usdt');
    await order.getByRole('radio', { name: 'USDT', exact: true }).check();
    await order.getByRole('radio', { name: usdtNetworkNames[network], exact: true }).check();
    const window = await begin(order, 'USDT', '30.00');
    await window.getByText(WALLETS[network]).waitFor();
    await window.getByRole('img', { name: commonTexts.qr }).waitFor();
    await window.getByText(waiting.usdtHints(usdtNetworkNames[network], '3.750')[2]!).waitFor();
    await press(waiting.copyAddress, window);
    expect(await clipboardOf(page)).toBe(WALLETS[network]);
    await press(waiting.copyAmount, window);
    const amount = await clipboardOf(page);
    expect(amount).toBe('3.750');
    await window.getByText(waiting.usdt(amount), { exact: true }).waitFor();
    const { contract, decimals } = networks[network];
    const coin = network === 'trc20' ? `0x${tronHex(contract)!}` : contract;
    const txid = await chain.transfer(
      coin,
      `0x${BYTES}`,
      BigInt(amount.replace('.', '')) * 10n ** BigInt(decimals - 3),
    );
    await chain.mine(FINAL + 1, 1);
    await succeeds('usdt');
    expect(await moneyOf('usdt')).toMatchObject([{ currency: 'USDT', amount: 3750, outcome: 'paid' }]);
    const found = await journey.panel.query<{ reference: string }>(
      "select reference from payments where instance = 'usdt' order by settled_at desc limit 1",
    );
    expect(found[0]?.reference.toLowerCase()).toContain(txid.replace(/^0x/, ''));
  });
});
