import { serverTypes } from '@skyport/contract/nodes-rules';
import type { SettingName } from '@skyport/contract/settings-table';
import { GIB } from '@skyport/contract/units';
import { startBotApi, TEST_BOT, type BotApi } from '@skyport/server/chat/testing';
import { startSignedStore, type SignedStore } from '@skyport/server/files/testing/signed-store';
import { startMailServer, type MailServer } from '@skyport/server/mail/testing';
import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as checkIn } from '@skyport/web/checkin/texts';
import { texts as invite } from '@skyport/web/invite/texts';
import { texts as notices } from '@skyport/web/notices/texts';
import { texts as push } from '@skyport/web/push/texts';
import { texts as secondStep } from '@skyport/web/accounts/second-step/texts';
import { testTexts } from '@skyport/web/settings/texts';
import { walletTexts } from '@skyport/web/withdrawals/texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { desk } from '../testkit/browser.ts';
import { startEpayGateway, type EpayGateway } from '../testkit/epay/gateway.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { beginSession, typeNewAccount } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { startPayServer, type PayServer } from '../testkit/pay-server.ts';
import { settingsPage, type SettingsPage } from '../testkit/settings-page.ts';
import { until } from '../testkit/until.ts';
import { ATTEMPT_MS } from '../testkit/patience.ts';

/*
 * Every setting is changed in the browser, seen as a difference, saved, looked at where it takes effect, and put back.
 * What customers see is looked for on their pages; what is sent is looked for at servers of mail, files and Telegram.
 */

let mails: MailServer;
let unencrypted: MailServer;
let store: SignedStore;
let bot: BotApi;
let chains: PayServer;
let gateway: EpayGateway;
beforeAll(async () => {
  const plain = { hideSTARTTLS: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'] };
  const nobody = { status: 500, headers: {}, body: '' };
  [mails, unencrypted, store, bot, gateway, chains] = await Promise.all([
    startMailServer(),
    startMailServer(0, plain),
    startSignedStore({ accessKey: 'AKID', secretKey: 'the right secret' }),
    startBotApi(),
    startEpayGateway(),
    startPayServer(
      { down: false, slow: 0, status: undefined, html: false },
      () => nobody,
      async () => undefined,
    ),
  ]);
});
afterAll(() =>
  Promise.all([mails.stop(), unencrypted.stop(), store.stop(), bot.stop(), gateway.close(), chains.close()]),
);

const journey = setUpJourney();
let boss: TestAccount;
let customer: TestAccount;
let admin: Page;
let visitor: Page;
let settings: SettingsPage;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
  customer = await signUp(journey.panel, 'lin@example.com');
  await journey.panel.query('update users set paid = true where email = $1', [customer.email]);
  [admin, visitor] = await Promise.all([journey.open(desk), journey.open(desk)]);
  await Promise.all([beginSession(admin, boss, journey.panel), beginSession(visitor, customer, journey.panel)]);
  await openSettings();
  settings = settingsPage(admin, boss);
});

const { press, said } = actsAt(() => admin);
/** The settings as they are saved now, and whoever is logged in now. */
const openSettings = async (): Promise<void> => {
  await admin.goto('about:blank');
  await admin.goto('/#/admin_config');
};
/** What the panel's process knows a moment later. */
const comes = <T>(what: string, question: () => Promise<T | undefined | false>) => until(what, question);
/** Opens a page anew, as somebody who comes to it. */
const visit = async (path: string): Promise<void> => {
  await visitor.goto('about:blank');
  await visitor.goto(`/#${path}`);
};
/** Opens a page until it shows a text that was saved a moment ago. */
const shows = (path: string, text: string | RegExp) =>
  comes(`${path} to show ${text}`, async () => {
    await visit(path);
    await visitor.getByText(text).first().waitFor({ timeout: ATTEMPT_MS });
    return true;
  });
const idOf = async ({ actor }: TestAccount): Promise<string> => (await actor.accounts.userInfo({}))._id;
const typeOf = async ({ actor }: TestAccount) => (await actor.accounts.userInfo({})).type;

test('what every page shows, and where it leads', async () => {
  const shown = {
    site_name: '海港加速',
    timezone: 'Asia/Tokyo',
    preferDomain: 'best.localhost',
    describe_host: 'https://sub.example',
    agency_user_domain: 'agency.localhost',
    contact_info: '客服 help@example.com',
    notice_show: true,
    notice_title: '公告标题一',
    notice_content: '周六凌晨维护',
    notice_mark_red: true,
    notice_day_interval: 3,
    buy_notice: '购买前请阅读',
    contentUrl_guonei: 'https://near.example',
    contentUrl_guowai: 'https://far.example',
    virtual_card_url: 'https://card.example',
    default_channel_code: 'harbour',
  };
  await settings.changing({ ...shown, apple_share_url: 'https://share.example', status_page: true }, async () => {
    await shows('/', shown.notice_content);
    const notice = visitor.getByText(shown.notice_content).first();
    expect(await notice.getAttribute('style')).toContain('red');
    await visitor.getByText(shown.notice_title).first().waitFor();
    await visitor.getByText(shown.contact_info).first().waitFor();
    await visitor.getByRole('button', { name: notices.close, exact: true }).last().click();
    await visitor.getByText(shown.buy_notice).waitFor();
    await visitor.getByRole('button', { name: notices.close, exact: true }).last().click();
    await visitor.getByText(shown.site_name).first().waitFor();
    const { notice_show: _shown, ...host } = shown;
    expect(await journey.panel.visitor().notices.hostGet({})).toMatchObject(host);
    expect((await customer.actor.accounts.userInfo({})).apple_share_url).toBe('https://share.example');
    await visit('/apple_id_signup_guide');
    await visitor.locator(`a[href="${shown.virtual_card_url}"]`).waitFor();
    const status = await visitor.request.get('/status');
    expect([status.status(), await status.text()]).toEqual([200, expect.stringContaining(shown.site_name)]);
  });
});

test('mails go out by the server of the settings, and sign-ups wait for them', async () => {
  const { smtp_host = '', smtp_port = 0, smtp_user = '', smtp_password = '', smtp_ca = '' } = mails.settings;
  const server = { smtp_host, smtp_port, smtp_user, smtp_password, smtp_ca, smtp_from: 'noreply@site.example' };
  await settings.changing({ ...server, signup_confirm: true }, async () => {
    await press(testTexts.run.mail);
    await said(testTexts.done.mail(boss.email));
    expect(mails.mailTo(boss.email)).toMatchObject({ from: server.smtp_from, secure: true, user: smtp_user });
    const stranger = await journey.open(desk);
    await stranger.goto('/#/register');
    await typeNewAccount(stranger, { email: 'new@example.com', password: 'a good password' });
    await stranger.getByRole('button', { name: accounts.register.submit, exact: true }).click();
    await stranger.getByText(accounts.register.mailed).waitFor();
    await comes('the mail', async () => mails.mailTo('new@example.com'));
    await stranger.context().close();
    await settings.changing({ smtp_port: unencrypted.settings.smtp_port ?? 0, smtp_plain: true }, async () => {
      await press(testTexts.run.mail);
      await said(testTexts.done.mail(boss.email));
      expect(unencrypted.mailTo(boss.email)).toMatchObject({ secure: false });
    });
  });
});

test('images go to the object store of the settings', async () => {
  const keys = { s3_access_key: 'AKID', s3_secret_key: 'the right secret', s3_region: 'eu-west-1' };
  const where = { s3_on: true, s3_endpoint: store.url, s3_bucket: 'pictures', backup_s3: true };
  await settings.changing({ ...where, ...keys }, async () => {
    await press(testTexts.run.files);
    await said(testTexts.done.files('s3'));
    expect(store.refused()).toBe(0);
  });
});

test('the bot of the settings is served, with or without links, and by a webhook', async () => {
  const { telegram_bot_token = '' } = bot.settings;
  const named = { telegram_bot_token, telegram_api_root: bot.url, telegram_sub_link: false, telegram_webhook: true };
  await settings.changing(named, async () => {
    await press(testTexts.run.telegram);
    await said(testTexts.done.telegram(`@${TEST_BOT.username}`));
    await comes('the webhook', async () => bot.webhook()?.url.endsWith('/api/telegram/webhook'));
    const menus = bot.calls.filter(({ method }) => method === 'setMyCommands');
    expect(JSON.stringify(menus.at(-1))).not.toContain('"sub"');
  });
});

test('a check-in and a draw give and cost what the settings say', async () => {
  const rewards = { signUseRewardTraffic: 300, continueSignUseDay: 1, continueSignReward: 7 };
  await boss.actor.prizes.update({ name: '一等奖', gainTraffic: 1 });
  await settings.changing({ ...rewards, prizeBaseCost: 2, gameSeat: 10 }, async () => {
    await shows('/', `${checkIn.button}${checkIn.reward(300)}`);
    await visitor.getByRole('button', { name: checkIn.button }).click();
    await visitor.getByText(/获得 307 M 流量.*包含额外奖励 7 M/).waitFor();
    expect(await customer.actor.prizes.list({})).toMatchObject({ cost: 2 * GIB, seats: 10 });
  });
});

test('transfers, withdrawals and orders keep to the settings', async () => {
  const combo = await boss.actor.shop.updateCombo({ name: '月卡', price: 10, traffic: GIB });
  const money = { min_charge_money: 123, withdraw_hold_days: 3, exchange_rate: 8 };
  await settings.changing({ push_min: 33, push_cost_rate: 0.3, ...money, order_expire_hours: 2 }, async () => {
    await shows('/push', push.hint(33, '30%'));
    await shows('/wallet', walletTexts.least('123'));
    expect(await customer.actor.withdrawals.myWallet({})).toMatchObject({ hold_days: 3, exchange_rate: 8 });
    const order = await customer.actor.orders.createOrder({ combo_id: combo._id });
    const hours = (Date.parse(order.expire_time) - Date.parse(order.create_time)) / 3_600_000;
    expect(hours).toBeCloseTo(2, 3);
  });
});

test('payments go to the instance of the settings, which notifies and comes back where they say', async () => {
  const { pid, key, signKeyMode } = gateway.merchant;
  const made = await boss.actor.payments.makeInstance({
    kind: 'epay_v1',
    label: '易支付一',
    gateway: gateway.url,
    pid,
    key,
    signKeyMode,
  });
  await boss.actor.payments.switchInstance({ _id: made._id, version: made.version, on: true });
  await boss.actor.settings.setConfig({ notify_url: 'https://first.example' });
  await openSettings();
  const chosen = { alipay: made.name, wxpay: made.name };
  const addresses = { notify_url: 'https://notify.example', return_url: 'https://return.example' };
  const combo = await boss.actor.shop.updateCombo({ name: '季卡', price: 20, traffic: GIB });
  const order = await customer.actor.orders.createOrder({ combo_id: combo._id });
  await settings.changing({ ...chosen, ...addresses }, async () => {
    const { fees } = await comes('both ways to pay', async () => {
      const check = await customer.actor.orders.walletCheck({ order_id: order._id });
      return check.fees.length > 1 && check;
    });
    expect(fees.map(({ mode }) => mode)).toEqual(expect.arrayContaining(['alipay', 'wxpay']));
    const trade = await customer.actor.orders.doBuy({ order_id: order._id, pay_mode: 'wxpay' });
    expect(gateway.books.find(trade._id.replaceAll('-', ''), gateway.now())).toMatchObject({
      made: {
        notify_url: expect.stringContaining(addresses.notify_url),
        return_url: expect.stringContaining(addresses.return_url),
      },
    });
    const [instance] = await boss.actor.payments.instances({});
    expect(instance?.chosen).toEqual(expect.arrayContaining(['alipay', 'wxpay']));
  });
});

test('USDT are watched at the endpoints of the settings', async () => {
  const at = (chain: string): string => `${chains.url}${chain}`;
  const nodes = {
    usdt_trc20_nodes: at('trc20'),
    usdt_erc20_nodes: at('erc20'),
    usdt_bep20_nodes: at('bep20'),
    usdt_polygon_nodes: at('polygon'),
  };
  const usdtpay = '0x52908400098527886E0F7030069857D2E4169EE7 TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const watched = { usdtCheckTime: 45, usdtCheckInterval: 5 };
  await settings.changing({ usdt: 'usdt', usdtpay, ...nodes, ...watched }, async () => {
    const begun = chains.asked.length;
    await press(testTexts.run.usdt);
    await comes('all chains to be asked', async () => {
      const asked = chains.asked.slice(begun).join(' ');
      return ['trc20', 'erc20', 'bep20', 'polygon'].every((chain) => asked.includes(`/${chain}`));
    });
  });
});

test('new accounts, channels and staff are what the settings make them', async () => {
  const colleague = await signUp(journey.panel, 'colleague@example.com');
  const premium = await signUp(journey.panel, 'premium@example.com');
  await journey.panel.query(`update users set channel_code = 'premium1' where email = $1`, [premium.email]);
  await boss.actor.shop.updateCombo({ name: '年卡', price: 100, traffic: GIB });
  const channels = { openChannel: true, inviteRule: true, channelRewardRate: 0.33, channelConsumerDuration: 77 };
  const people = { yunying_list: await idOf(colleague), admin_id: await idOf(boss) };
  await settings.changing({ ...channels, ...people, premium_channel_code: 'premium1' }, async () => {
    await comes('the premium shop', async () => (await premium.actor.shop.list({})).every(({ price }) => price > 20));
    const inviter = await signUp(journey.panel, 'inviter@example.com');
    expect(await typeOf(inviter)).toBe('channel');
    await beginSession(visitor, inviter, journey.panel);
    await shows('/channel', invite.limited(77));
    await visitor.getByText(invite.lead('33%')).waitFor();
    await beginSession(visitor, colleague, journey.panel);
    await shows('/admin_coupon', '优惠券');
    await customer.actor.tickets.create({ title: '无法连接', desc: '昨天开始' });
    const heard = async () => journey.panel.query('select 1 from notifications where user_id = $1', [people.admin_id]);
    await comes('the operator to hear of the ticket', async () => (await heard()).length > 0);
  });
});

test('servers join with the scripts of the settings', async () => {
  const addresses = Object.fromEntries(serverTypes.map((type) => [`${type}_install`, `https://i.example/${type}.sh`]));
  await settings.changing(addresses as Partial<Record<SettingName & `${string}_install`, string>>, async () => {
    for (const type of serverTypes) {
      const [row] = await journey.panel.query<{ id: string }>(
        `insert into nodes (id, name, type, server_type, ctrl_port, created_at)
         values (gen_random_uuid(), $1, 'v2ray', $1, 888, now()) returning id`,
        [type],
      );
      const { command } = await boss.actor.nodes.enrolCode({ id: row!.id });
      expect(command).toContain(addresses[`${type}_install`]);
    }
  });
});

test('what nodes and jobs go by is changed, kept and put back', async () => {
  const counted = { traffic_spend_scale: 1.5, upload_traffic_spend_scale: 0.5, minestTrafficSpend: 3 };
  const limits = { noGlobalTrafficScaleLimit: 4, vip_traffic_thred_rate_limit: 5 };
  const kept = { traffic_record_days: 93, usage_detail_days: 63, daily_figure_days: 401, usage_batch_days: 36 };
  const rhythm = { updateV2rayDuration: 61, trafficStasticDuration: 62 };
  const links = { link_network_alarm: 13, link_fetch_limit: 31, usage_line: true };
  const mainland = { mainland_list_on: true, mainland_list_url: 'https://lists.example/cn.txt' };
  const ads = { ad_list_on: true, ad_list_url: 'https://lists.example/ads.txt' };
  const backups = { backup_every_hours: 25, backup_hour: 5, backup_keep: 8, backup_try_restore: false };
  const lists = { ...mainland, ...ads };
  const all = { ...counted, ...limits, ...kept, ...rhythm, ...links, ...lists, ...backups };
  await settings.changing(all, async () => {
    expect(await boss.actor.settings.get({})).toMatchObject(all);
  });
});

test('staff of whom a second step is required may only set it up', async () => {
  await settings.change({ staff_second_step: true });
  await comes('the admin to be led to the second step', async () => {
    await openSettings();
    await admin.getByText(secondStep.off.begin).first().waitFor({ timeout: ATTEMPT_MS });
    return true;
  });
});
