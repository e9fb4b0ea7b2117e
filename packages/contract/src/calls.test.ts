import { expect, test } from 'vitest';
import { z } from 'zod';
import { captchaPaths } from './captcha.ts';
import { codes } from './codes.ts';
import { allRows, calls, rawCalls, unbuilt } from './index.ts';
import { CONFIRM_FIELD } from './step-up.ts';

/** The paths of both call tables of the specification, and of the calls that the domain document adds. */
const SPECIFIED = `
/api/user/userinfo /api/permission/mypermissions /api/user/login /api/user/signup /api/user/reset_password
/api/user/get_email /api/user/logout /api/user_notive/list /api/user_notive/clicked /api/host/get
/api/coupon/redeem_coupon /api/user/signup_confirm /api/user/change_password /api/user/reset_userkey
/api/user/sign_use /api/user/sign_use_info /api/user/change_use_info /api/user/unbind /api/file/upload
/api/file/downloads/:filename /api/subscript/:kind/:userId/:userkey /describe/q.filter
/api/wallet/mywallet /api/shop/list /api/shop/create_order /api/coupon/orderUseCoupon /api/coupon/orderCancleCoupon
/api/shop/wallet_check /api/shop/dobuy /api/shop/trade_status /api/feedback/my_list /api/feedback/create
/api/feedback/response /api/feedback/close /api/feedback/refresh /api/order/order_list /api/order/cancel_order
/api/order/feedback /api/channel/channel_info /api/channel/reward_list /api/channel/invited_users
/api/wallet/charge_list /api/wallet/spend_list /api/wallet/change_reward_adress /api/wallet/make_charge
/api/agent/agent_list /api/push/list /api/push/create /api/push/receive /api/traffic/my_traffic_records
/api/admin/config/get /api/admin/config/set_config /api/admin/permissions/list /api/admin/permissions/update
/api/admin/permissions/delete /api/admin/agents/list /api/admin/agents/update /api/admin/agents/upgrade_agentserver
/api/admin/agents/delete /api/admin/agents/clear_updatetimes /country/country.json /api/admin/entrys/list
/api/admin/entrys/update /api/admin/entrys/delete /api/admin/users/userlist /api/admin/users/get_user_channel
/api/admin/users/update_channel /api/admin/users/update_user /api/admin/users/change_password /api/admin/users/user
/api/admin/users/basic_stastic /api/admin/trades/tradelist /api/admin/trades/get_order_for_trade
/api/admin/charge/charge_list /api/admin/charge/checkout_charge /api/admin/charge/wallet /api/admin/charge/message
/api/admin/combo/update_combo /api/admin/combo/delete_combo /api/admin/agent_line/list /api/admin/agent_line/update
/api/admin/agent_line/delete_agent /api/admin/agent_line/reset_hot /api/admin/traffic_spend/traffic_records
/api/admin/errors/list /api/admin/errors/clear /api/yunying/coupon/coupon_record_list /api/yunying/coupon/coupon_list
/api/yunying/coupon/update_coupon /api/yunying/coupon/delete_coupon /api/yunying/prize/list
/api/yunying/prize/update /api/yunying/prize/delete /api/prize/list /api/prize/draw
`
  .trim()
  .split(/\s+/);

const paths = [...allRows().map(({ row }) => row.path), ...Object.values(rawCalls).map((row) => row.path)];

test('every call of the specification is in the table', () => {
  expect(SPECIFIED.filter((path) => !paths.includes(path))).toEqual([]);
});

test('besides those there are only our own additions', () => {
  expect(paths.filter((path) => !SPECIFIED.includes(path)).toSorted()).toEqual([
    '/api/admin/agent_line/test',
    '/api/admin/agents/accept_books',
    '/api/admin/agents/alarms',
    '/api/admin/agents/approve_host_key',
    '/api/admin/agents/close_alarm',
    '/api/admin/agents/enrol_code',
    '/api/admin/agents/held_batches',
    '/api/admin/agents/history',
    '/api/admin/agents/install_log',
    '/api/admin/agents/install_states',
    '/api/admin/agents/live',
    '/api/admin/agents/node_kit',
    '/api/admin/agents/remove_agentserver',
    '/api/admin/agents/rollback_agentserver',
    '/api/admin/agents/settle_batch',
    '/api/admin/agents/undo_preview',
    '/api/admin/agents/undo_reports',
    '/api/admin/audit/check',
    '/api/admin/audit/export',
    '/api/admin/audit/list',
    '/api/admin/backup/delete',
    '/api/admin/backup/list',
    '/api/admin/backup/make',
    '/api/admin/backup/try_restore',
    '/api/admin/charge/export',
    '/api/admin/charge/mark_withdrawable',
    '/api/admin/charge/return_charge',
    '/api/admin/config/history',
    '/api/admin/config/test',
    '/api/admin/entrys/relay',
    '/api/admin/jobs/list',
    '/api/admin/jobs/retry',
    '/api/admin/money/claim_list',
    '/api/admin/money/counts',
    '/api/admin/money/decline_request',
    '/api/admin/money/delivery_list',
    '/api/admin/money/difference_list',
    '/api/admin/money/dismiss_claim',
    '/api/admin/money/explain_difference',
    '/api/admin/money/pay_health',
    '/api/admin/money/reconciliation_list',
    '/api/admin/money/request_list',
    '/api/admin/money/resolve_unclaimed',
    '/api/admin/money/settle_claim',
    '/api/admin/money/settle_difference',
    '/api/admin/money/unclaimed_list',
    '/api/admin/overview/now',
    '/api/admin/pay_instance/create',
    '/api/admin/pay_instance/delete',
    '/api/admin/pay_instance/list',
    '/api/admin/pay_instance/switch',
    '/api/admin/pay_instance/test',
    '/api/admin/pay_instance/update',
    '/api/admin/tickets/canned_delete',
    '/api/admin/tickets/canned_list',
    '/api/admin/tickets/canned_update',
    '/api/admin/tickets/grant',
    '/api/admin/tickets/list',
    '/api/admin/tickets/reply',
    '/api/admin/tickets/ticket',
    '/api/admin/trades/dismiss_flag',
    '/api/admin/trades/export',
    '/api/admin/trades/flag_order',
    '/api/admin/trades/receipt',
    '/api/admin/trades/take_back',
    '/api/admin/trades/take_back_preview',
    '/api/admin/traffic_spend/daily_figures',
    '/api/admin/traffic_spend/export_records',
    '/api/admin/traffic_spend/record_totals',
    '/api/admin/users/balances',
    '/api/admin/users/coupon_uses',
    '/api/admin/users/end_session',
    '/api/admin/users/end_sessions',
    '/api/admin/users/export',
    '/api/admin/users/line_access',
    '/api/admin/users/notices',
    '/api/admin/users/orders',
    '/api/admin/users/records',
    '/api/admin/users/remove_second_step',
    '/api/admin/users/sessions',
    '/api/channel/agency_customers',
    '/api/channel/agency_give',
    '/api/channel/agency_make_customer',
    '/api/channel/agency_new_link',
    '/api/coupon/mine',
    '/api/order/claim_money',
    '/api/order/newest_trade',
    '/api/pay/notify/:instance/:opaque',
    '/api/prize/draws',
    '/api/push/take_back',
    '/api/rules/fetch_outside_list',
    '/api/rules/get',
    '/api/rules/outside_lists',
    '/api/rules/preview',
    '/api/rules/restore',
    '/api/rules/save',
    '/api/telegram/webhook',
    '/api/user/captcha',
    '/api/user/confirm',
    '/api/user/email_confirm',
    '/api/user/end_session',
    '/api/user/first_password_of',
    '/api/user/handoff',
    '/api/user/handoff_exchange',
    '/api/user/link_alarms',
    '/api/user/link_fetches',
    '/api/user/link_fetches_of',
    '/api/user/login_second_step',
    '/api/user/logout_everywhere',
    '/api/user/own_names',
    '/api/user/second_step',
    '/api/user/second_step_begin',
    '/api/user/second_step_codes',
    '/api/user/second_step_confirm',
    '/api/user/second_step_off',
    '/api/user/sessions',
    '/api/user/set_first_password',
    '/api/user/set_own_names',
    '/api/user/set_password',
    '/api/user/setup_admin',
    '/api/user/telegram',
    '/api/user/telegram_answer',
    '/api/user/telegram_code',
    '/api/user_notive/channels',
    '/api/user_notive/save_channels',
    '/api/yunying/coupon/export_records',
    '/api/yunying/list_export/:ticket',
    '/api/yunying/prize/cost',
    '/describe/rules/:file',
    '/install/:file',
    '/install/kit/:file',
    '/pay/return',
    '/status',
  ]);
});

test('no path is given twice', () => {
  expect(new Set(paths).size).toBe(paths.length);
});

test('every row says who may call it, how often and what for', () => {
  for (const row of [...allRows().map((r) => r.row), ...Object.values(rawCalls)]) {
    expect(row.access.role, row.path).toBeTruthy();
    expect(row.access.session === 'none', row.path).toBe(row.access.role === 'anyone');
    expect(row.rate, row.path).toBeTruthy();
    expect(row.summary, row.path).toMatch(/^[A-Z].*\.$/);
  }
});

test('what may ask for a captcha takes one, and is listed', () => {
  const takers = allRows().flatMap(({ row }) =>
    row.kind === 'call' && row.input instanceof z.ZodObject && 'captcha' in row.input.shape ? [row] : [],
  );
  expect(takers.map(({ path }) => path).toSorted()).toEqual([...captchaPaths].toSorted());
  for (const row of takers) expect(row.fails, row.path).toContain('captchaNeeded');
});

test('every refusal of a row is a known code', () => {
  for (const { row } of allRows()) {
    if (row.kind === 'call') for (const fail of row.fails) expect(codes[fail], row.path).toBeDefined();
  }
});

test('staff calls need staff and both session parts', () => {
  for (const { row } of allRows()) {
    if (row.path.startsWith('/api/admin/')) expect(row.access, row.path).toEqual({ role: 'admin', session: 'both' });
    if (row.path.startsWith('/api/yunying/'))
      expect(row.access, row.path).toEqual({ role: 'yunying', session: 'both' });
  }
});

test('money out, transfers and the subscription link need both session parts', () => {
  const strict = [
    calls.withdrawals.makeCharge,
    calls.withdrawals.changeRewardAdress,
    calls.orders.doBuy,
    calls.push.create,
    calls.push.receive,
    calls.push.takeBack,
    calls.prizes.draw,
    calls.subscription.resetUserkey,
  ];
  for (const row of strict) expect(row.access.session, row.path).toBe('both');
});

test('a step-up is asked for where credentials, money and power change hands, and needs both session parts', () => {
  const rows = allRows().filter(({ row }) => row.stepUp !== undefined);
  expect(rows.map(({ row }) => `${row.path} ${row.stepUp}`).toSorted()).toEqual([
    '/api/admin/agents/approve_host_key always',
    '/api/admin/agents/enrol_code always',
    '/api/admin/agents/undo_reports always',
    '/api/admin/agents/update sometimes',
    '/api/admin/audit/export always',
    '/api/admin/backup/delete always',
    '/api/admin/charge/checkout_charge always',
    '/api/admin/charge/mark_withdrawable always',
    '/api/admin/charge/return_charge always',
    '/api/admin/combo/update_combo sometimes',
    '/api/admin/config/set_config sometimes',
    '/api/admin/money/dismiss_claim always',
    '/api/admin/money/resolve_unclaimed always',
    '/api/admin/money/settle_claim always',
    '/api/admin/money/settle_difference always',
    '/api/admin/pay_instance/create always',
    '/api/admin/pay_instance/delete always',
    '/api/admin/pay_instance/switch always',
    '/api/admin/pay_instance/update always',
    '/api/admin/tickets/grant sometimes',
    '/api/admin/trades/receipt always',
    '/api/admin/trades/take_back always',
    '/api/admin/users/change_password always',
    '/api/admin/users/export always',
    '/api/admin/users/remove_second_step always',
    '/api/admin/users/update_channel always',
    '/api/admin/users/update_user sometimes',
    '/api/user/second_step_begin always',
    '/api/user/telegram_answer sometimes',
    '/api/user/telegram_code sometimes',
    '/api/wallet/change_reward_adress always',
    '/api/yunying/coupon/update_coupon sometimes',
    '/api/yunying/prize/delete sometimes',
    '/api/yunying/prize/update sometimes',
  ]);
  for (const { row } of rows) {
    expect(row.access.session, row.path).toBe('both');
    if (row.kind === 'call') expect(row.input, row.path).not.toHaveProperty(['shape', CONFIRM_FIELD]);
  }
});

test('what is not built is listed by name', () => {
  const planned = allRows().filter(({ row }) => row.kind === 'planned');
  expect(unbuilt()).toEqual(expect.arrayContaining(planned.map(({ feature, name }) => `${feature}.${name}`)));
  expect(unbuilt()).not.toContain('raw.upload');
  expect(unbuilt()).not.toContain('accounts.login');
});

test('every code number is given once', () => {
  const numbers = Object.values(codes).map((c) => c.code);
  expect(new Set(numbers).size).toBe(numbers.length);
});
