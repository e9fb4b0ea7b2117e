import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { LINES_KEPT } from './digest-builder.ts';
import type { DigestEntry } from './digest-rules.ts';
import { digestTexts, lineText } from './digest-texts.ts';
import { digestOf, emails, entriesOf, said } from './testing/digest.ts';

const entry = entriesOf('coupon');
const made = { name: '新年', type: 'freeUse', traffic: 2 * GIB, vip_days: 0, money: 0, total: 10 };

test('coupons that one person makes of one type are one line with their face value, those without a total apart', () => {
  const endless = entry({ after: { ...made, total: 0 } });
  const other = entry({ actor: null, after: { ...made, type: 'cash', money: 12_500 } });
  expect(said(entry({ after: made }), entry({ after: made }), endless, other)).toEqual([
    'lin@example.com：新建流量体验券 3 个（“新年”等），面值合计 40 G，其中 1 个不限次数',
    '服务器命令：新建现金券 1 个（“新年”），面值合计 125 元',
  ]);
});

test('a sum beyond what numbers hold exactly stays whole', () => {
  const huge = { ...made, traffic: 1024 ** 5, total: 100_000_000 };
  const [line] = digestOf(entry({ after: huge }), entry({ after: { ...made, traffic: 1, total: 1 } })).lines;
  expect(line).toMatchObject({ sum: BigInt(1024) ** 5n * 100_000_000n + 1n });
});

test('an edit is in the digest when it changes what a coupon is worth, a deletion and another name are not', () => {
  expect(
    said(
      entry({ before: { name: 'a' }, after: { name: 'b' } }),
      entry({ before: made, after: null }),
      entry({ before: { total: 10, traffic: GIB }, after: { total: 0, traffic: 3 * GIB } }),
    ),
  ).toEqual(['lin@example.com：修改优惠券：流量 1 G → 3 G，总次数 10 → 不限']);
});

test('a change of what somebody else had decided says whose decision it was, in whatever length', () => {
  const long = entry({
    before: { expires_at: '2026-01-01', worth_by: 'wu', name: 'a' },
    after: { expires_at: '2027-01-01', worth_by: 'lin', name: '长'.repeat(300) },
  });
  const gone = entry({
    before: { traffic_limited: true, traffic_hours: 24, worth_by: 'gone' },
    after: { traffic_limited: false, traffic_hours: 0, worth_by: 'lin' },
  });
  const unknown = entry({ before: { total: 1, worth_by: null }, after: { total: 2, worth_by: 'lin' } });
  expect(said(unknown, gone, long)).toEqual([
    'lin@example.com：修改优惠券：总次数 1 → 2',
    'lin@example.com：修改优惠券（原由 gone 设定）：限时 是 → 否，流量自动过期 24 小时 → 0 小时',
    'lin@example.com：修改优惠券（原由 wu@example.com 设定）：过期时间 2026-01-01 → 2027-01-01',
  ]);
});

test('undone use, decided reports and accepted journals are in the digest with their reasons, other changes are not', () => {
  expect(
    said(
      entry({ kind: 'nodeUse', detail: { reason: '被接管', days: ['2026-11-20'], spent: 5 * GIB } }),
      entry({ kind: 'report', detail: { action: 'bill', reason: '已核对', node: 'n' } }),
      entry({ kind: 'books', detail: { reason: '换盘', accepted: 'e' } }),
      entry({ kind: 'line', before: { name: 'a' }, after: { name: 'b' } }),
    ),
  ).toEqual([
    'lin@example.com：退回节点用量：2026-11-20，共 5 G（被接管）',
    'lin@example.com：计费一份用量报告（已核对）',
    'lin@example.com：接受节点账本（换盘）',
  ]);
});

test('what staff decide about money that is nobody’s, and about claims, is in the digest with its sum and reference', () => {
  const money = { amount: 9900, currency: 'CNY', reference: 'n1' };
  const stray = (action: string, before: object = money) =>
    entry({ kind: 'unclaimed', before: { ...before, outcome: 'unclaimed' }, detail: { action, reason: '已核对' } });
  const claim = (state: string, detail = {}) => entry({ kind: 'claim', after: { ...money, state }, detail });
  const all = [
    stray('order'),
    stray('wallet', { amount: 4167, currency: 'USDT', reference: '0xab' }),
    claim('settled'),
    claim('dismissed', { reason: '伪造' }),
    claim('doubtful'),
  ];
  expect(said(...all)).toEqual([
    'lin@example.com：处理款项 9.9 元：归入订单，单号 n1（已核对）',
    'lin@example.com：处理款项 4.167 USDT：转入用户钱包，单号 0xab（已核对）',
    'lin@example.com：处理款项 9.9 元：再次结算，单号 n1',
    'lin@example.com：处理款项 9.9 元：忽略，单号 n1（伪造）',
  ]);
  expect(digestTexts.more(digestOf(...all), 0)[0]).toBe('全部合计：处理款项 4 笔');
});

test('what staff give an account or take from it is in the digest with its reason, what only changes its marks is not', () => {
  const account = (change: Partial<DigestEntry>): DigestEntry => entry({ kind: 'account', ...change });
  const detail = { reason: '补偿', money: -12_500, traffic: 3 * GIB, vip: [null, '2026-12-01T00:00:00.000Z'] };
  const free = account({ before: { scale_ppm: 1_000_000, paid: false }, after: { scale_ppm: 0, paid: true } });
  expect(said(account({ detail }), free, account({ before: { paid: false }, after: { paid: true } }))).toEqual([
    'lin@example.com：调整用户 wu@example.com：钱包 -12.5 元，流量 +3 G，会员到期 无 → 2026-12-01（补偿）',
    'lin@example.com：调整用户 wu@example.com：倍率 1 → 0',
  ]);
  const held = { one: '2026-12-01T00:00:00+00:00' };
  const given = account({ before: { permissions: held }, after: { permissions: { ...held, other: '2099-01-01' } } });
  expect(said(given, account({ before: { permissions: held }, after: { permissions: {} } }))).toEqual([
    'lin@example.com：调整用户 wu@example.com：权限 1 项（最晚至 2026-12-01） → 2 项（最晚至 2099-01-01）',
    'lin@example.com：调整用户 wu@example.com：权限 1 项（最晚至 2026-12-01） → 无',
  ]);
  const many = digestOf(...Array.from({ length: 3 }, () => account({ detail })));
  expect(digestTexts.more(many, 1)[0]).toBe('全部合计：调整用户 3 次，钱包合计 -37.5 元，流量合计 +9 G');
});

test('entries that nobody can read are counted in one line, and keep no other out of the digest', () => {
  const fraction = entry({ after: { ...made, total: 1.5 } });
  expect(said(entry({ kind: 'report' }), fraction, fraction, entry({ after: made }))).toEqual([
    expect.stringContaining('新建流量体验券 1 个'),
    'lin@example.com：1 条无法识别的“用量报告”记录',
    'lin@example.com：2 条无法识别的“优惠券”记录',
  ]);
  expect(said(entry({ before: made, after: 'text' as never }))).toEqual([
    'lin@example.com：1 条无法识别的“优惠券”记录',
  ]);
});

test('what mints is named before any number of changes, and the sums count what is not named', () => {
  const later = entry({ before: { expires_at: '2026-01-01' }, after: { expires_at: '2027-01-01' } });
  const more = entry({ before: { total: 1 }, after: { total: 2 } });
  const returned = entry({ kind: 'nodeUse', detail: { reason: '被接管', days: ['2026-11-20'], spent: 5 * GIB } });
  const many = Array.from({ length: LINES_KEPT + 5 }, () => later);
  const digest = digestOf(...many, more, returned, entry({ after: made }));
  expect(digest.lines.slice(0, 4).map(({ what }) => what)).toEqual([
    'couponsMade',
    'useReturned',
    'couponChanged',
    'couponChanged',
  ]);
  expect(digest.lines[2]).toMatchObject({ changes: [{ field: 'total' }] });
  expect(digest.lines).toHaveLength(LINES_KEPT + 3);
  expect(digestTexts.more(digest, 5)).toEqual([
    '全部合计：新建流量体验券 1 个，面值合计 20 G、退回节点用量 1 次，共 5 G、修改优惠券 46 次',
    '另有 43 项，见操作记录',
  ]);
});

test('no long name and no number of days hides what a line is worth', () => {
  const days = Array.from({ length: 30 }, (_, day) => `2026-11-${day + 1}`);
  const [coupons, returned] = said(
    entry({ after: { ...made, name: '长'.repeat(300) } }),
    entry({ kind: 'nodeUse', detail: { reason: '被接管', days, spent: 5 * GIB } }),
  );
  expect(coupons).toContain('面值合计 20 G');
  expect(returned).toContain('2026-11-3 等 30 天，共 5 G');
});

test('a line is bounded, however long its reason', () => {
  const [line] = said(entry({ kind: 'report', detail: { action: 'dismiss', reason: '长'.repeat(500) } }));
  expect(line).toHaveLength(200);
  expect(line).toMatch(/…$/);
});

const GIB_STEP = { before: { traffic: 1 }, after: { traffic: GIB } };
const worth = (sum: bigint, more: object = {}) => ({
  face_value: { type: 'freeUse', sum: sum.toString(), endless: false, ...more },
});

test('what raises a coupon most is named however many changes came before it, and its worth is in the sums', () => {
  const harmless = Array.from({ length: LINES_KEPT + 5 }, (_, n) =>
    entry({ before: { per_user: n }, after: { per_user: n + 1 } }),
  );
  const little = Array.from({ length: LINES_KEPT }, (_, n) =>
    entry({ before: { ...GIB_STEP.before, ...worth(0n) }, after: { ...GIB_STEP.after, ...worth(BigInt(n + 1)) } }),
  );
  const minting = entry({
    before: { traffic: 1, ...worth(100n) },
    after: { traffic: 1024 * GIB, ...worth(100n * 1024n * BigInt(GIB)) },
  });
  const days = entry({
    before: { vip_days: 1, face_value: { type: 'freeTime', sum: '1', endless: false } },
    after: { vip_days: 3651, face_value: { type: 'freeTime', sum: '3651', endless: false } },
  });
  const opened = entry({ before: { total: 1, ...worth(1n) }, after: { total: 0, ...worth(0n, { endless: true }) } });
  const lowered = entry({ before: { traffic: 9, ...worth(9n) }, after: { traffic: 1, ...worth(1n) } });
  const digest = digestOf(...harmless, ...little, minting, days, opened, lowered, entry({ after: made }));
  const named = digest.lines.slice(0, 4).map((line) => lineText(line, emails));
  expect(named).toEqual([
    'lin@example.com：新建流量体验券 1 个（“新年”），面值合计 20 G',
    'lin@example.com：修改优惠券：总次数 1 → 不限',
    expect.stringMatching(/^lin@example\.com：修改优惠券：流量 .* → 1024 G，面值增加 102400 G$/),
    'lin@example.com：修改优惠券：会员天数 1 天 → 3651 天，面值增加 3650 天',
  ]);
  const [totals] = digestTexts.more(digest, 4);
  expect(totals).toContain('提高流量体验券 42 次，面值合计 102400 G，其中 1 个不限次数');
  expect(totals).toContain('提高时间体验券 1 次，面值合计 3650 天');
});

test('discounts are told by the whole orders that they give', () => {
  const discount = { ...made, type: 'discount', traffic: 0, discount_bp: 8000, total: 500 };
  expect(said(entry({ after: discount }))).toEqual(['lin@example.com：新建折扣券 1 个（“新年”），面值合计 100 单全价']);
});

const offer = {
  name: '年卡',
  price: 198_000,
  traffic: 0,
  vip_days: 365,
  bonus_percent: 20,
  permission_ids: ['p'],
  permission_days: 365,
};
const combo = (change: Partial<DigestEntry>): DigestEntry => entry({ kind: 'combo', ...change });
const edited = (to: object, from: object = {}) =>
  combo({ before: { offer: { ...offer, ...from } }, after: { offer: { ...offer, ...to } } });

test('a product is in the digest with what it sells for how much, when it is made, and when it sells more or for less', () => {
  expect(
    said(
      combo({ after: { ...offer, price: 10, traffic: GIB, position: 3 } }),
      edited({ price: 10 }),
      edited({ bonus_percent: 0, traffic: 50 * GIB }),
      edited({ permission_ids: ['q'] }),
    ),
  ).toEqual([
    'lin@example.com：新建商品“年卡”：0.01 元（流量 1 G、会员 365 天、赠送 20%、权限 1 项 365 天）',
    'lin@example.com：修改商品“年卡”：198 元（会员 365 天、赠送 20%、权限 1 项 365 天） → 0.01 元（会员 365 天、赠送 20%、权限 1 项 365 天）',
    expect.stringContaining('→ 198 元（流量 50 G、会员 365 天、权限 1 项 365 天）'),
    expect.stringContaining('→ 198 元（会员 365 天、赠送 20%、权限 1 项 365 天）'),
  ]);
});

test('a product that is deleted, renamed, made dearer or gives less is not in the digest', () => {
  expect(
    said(
      combo({ before: offer, after: null }),
      edited({ name: '新名称' }),
      edited({ price: 200_000 }),
      edited({ vip_days: 30, bonus_percent: 0, permission_ids: [] }),
      combo({ before: { position: 1 }, after: { position: 2 } }),
    ),
  ).toEqual([]);
});

test('of many products those are named of which one yuan buys most, and the sums tell how many and the lowest price', () => {
  const many = Array.from({ length: LINES_KEPT + 5 }, (_, n) => combo({ after: { ...offer, price: 100_000 + n } }));
  const digest = digestOf(...many, edited({ price: 10 }), combo({ after: { ...offer, price: 1000, vip_days: 1 } }));
  const [first, second] = digest.lines.map((line) => lineText(line, emails));
  expect(first).toContain('→ 0.01 元');
  expect(second).toContain('“年卡”：100 元');
  expect(digest.lines).toHaveLength(LINES_KEPT);
  expect(digestTexts.more(digest, LINES_KEPT)[0]).toBe(`全部合计：新建或降价商品 ${LINES_KEPT + 7} 次，最低 0.01 元`);
});

const wheel = {
  name: '一等奖',
  traffic: GIB,
  vip_days: 0,
  weight: 1,
  has_coupon: false,
  discount_bp: 0,
  discount_days: 0,
};
const prize = (change: Partial<DigestEntry>): DigestEntry => entry({ kind: 'prize', ...change });
const turned = (to: object, from: object = {}) =>
  prize({ before: { offer: { ...wheel, ...from } }, after: { offer: { ...wheel, ...to } } });

test('a prize is in the digest when it is made, gives more, or has another chance', () => {
  const coupon = { has_coupon: true, discount_bp: 8000, discount_days: 7 };
  expect(
    said(
      prize({ after: { ...wheel, vip_days: 3, photo: '' } }),
      turned({ traffic: 2 * GIB }),
      turned({ weight: 5 }),
      turned({ traffic: 0, ...coupon }),
      turned({ ...coupon, discount_bp: 5000 }, coupon),
    ),
  ).toEqual([
    // What gives most comes first.
    'lin@example.com：修改奖品“一等奖”：流量 1 G，权重 1 → 流量 2 G，权重 1',
    'lin@example.com：新建奖品“一等奖”：流量 1 G、会员 3 天，权重 1',
    'lin@example.com：修改奖品“一等奖”：流量 1 G，权重 1 → 流量 1 G，权重 5',
    expect.stringContaining('→ 流量 1 G、折扣 0.5（7 天），权重 1'),
    'lin@example.com：修改奖品“一等奖”：流量 1 G，权重 1 → 折扣 0.8（7 天），权重 1',
  ]);
});

test('a prize that is deleted, renamed or gives less is not in the digest', () => {
  expect(
    said(
      prize({ before: wheel, after: null }),
      turned({ name: '二等奖' }),
      turned({ traffic: 1 }),
      prize({ before: { description: '甲' }, after: { description: '乙' } }),
    ),
  ).toEqual([]);
});

test('lines of one rank stay in the order in which it was done, whatever they tell of and however much they weigh', () => {
  const adjusted = (money: number) => entry({ kind: 'account', detail: { reason: '补偿', money } });
  const returned = entry({ kind: 'nodeUse', detail: { reason: '被接管', days: [], spent: GIB } });
  const decided = entry({ kind: 'report', detail: { action: 'bill', reason: '已核对' } });
  const accepted = entry({ kind: 'books', detail: { reason: '换盘' } });
  const opened = (n: number) =>
    entry({ before: { total: n, ...worth(1n) }, after: { total: 0, ...worth(0n, { endless: true }) } });
  const digest = digestOf(
    decided,
    adjusted(1000),
    accepted,
    returned,
    opened(1),
    adjusted(2000),
    decided,
    opened(2),
    opened(3),
    returned,
    accepted,
  );
  expect(digest.lines.map(({ what }) => what)).toEqual([
    ...Array.from({ length: 3 }, () => 'couponChanged'),
    'accountAdjusted',
    'useReturned',
    'accountAdjusted',
    'useReturned',
    'reportDecided',
    'journalAccepted',
    'reportDecided',
    'journalAccepted',
  ]);
  expect(digest.lines.flatMap((line) => (line.what === 'couponChanged' ? [line.changes[0]!.from] : []))).toEqual([
    1, 2, 3,
  ]);
});

test('a line that takes the place of a lighter one stands behind its equals', () => {
  const raised = (sum: bigint, n: number) =>
    entry({ before: { total: n, ...worth(0n) }, after: { total: n + 1, ...worth(sum) } });
  const equals = Array.from({ length: LINES_KEPT }, (_, n) => raised(2n, n + 1));
  const { lines } = digestOf(raised(1n, 0), ...equals);
  expect(lines.flatMap((line) => (line.what === 'couponChanged' ? [line.changes[0]!.from] : []))).toEqual(
    equals.map((_each, n) => n + 1),
  );
});

test('gifts from tickets are named with their reason and added up, answers are not in the digest', () => {
  const gift = { kind: 'ticket', before: {}, after: {}, detail: { traffic: 20 * GIB, reason: '合理建议' } };
  const answer = entry({ kind: 'ticket', before: { replies: 0 }, after: { replies: 1 } });
  expect(said(entry(gift), answer)).toEqual(['lin@example.com：从工单赠送流量 20 G（合理建议）']);
  expect(digestTexts.more(digestOf(entry(gift), entry(gift)), 1)[0]).toBe('全部合计：从工单赠送流量 2 次，共 40 G');
});

test('what is taken back of an order, and a flag that is dismissed, is in the digest; a flag that is set is not', () => {
  const detail = { order: '月付', reason: '已退款' };
  const taken = { state: 'taken_back', traffic: 60 * GIB, vip_ms: 7_200_000, rebate: 4200, credited: 0 };
  const flag = (change: Partial<DigestEntry>) =>
    entry({ kind: 'orderFlag', before: { state: 'open' }, detail, ...change });
  const nothing = { ...taken, traffic: 0, vip_ms: 0, rebate: 0 };
  const all = [
    flag({ before: null, after: { state: 'open' }, detail: {} }),
    flag({ after: taken }),
    flag({ after: nothing }),
    flag({ after: { state: 'dismissed' } }),
  ];
  expect(said(...all)).toEqual([
    'lin@example.com：收回订单“月付”：流量 60 G、会员 2 小时、返利 4.2 元（已退款）',
    'lin@example.com：收回订单“月付”：已无剩余（已退款）',
    'lin@example.com：解除订单“月付”的退款标记（已退款）',
  ]);
});

test('a difference that is settled by a provider’s word is in the digest, one that is explained is not', () => {
  const detail = { amount: 9900, currency: 'CNY', reference: 'p1' };
  const difference = (state: string) =>
    entry({
      kind: 'difference',
      before: { state: 'open' },
      after: { state },
      detail: state === 'settled' ? detail : {},
    });
  expect(said(difference('settled'), difference('explained'))).toEqual([
    'lin@example.com：处理款项 9.9 元：再次结算，单号 p1',
  ]);
});
