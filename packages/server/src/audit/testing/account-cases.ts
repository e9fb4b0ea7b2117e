import type { StaffCases, StaffSetup } from './staff-case.ts';

const secondStep = async ({ scene }: StaffSetup): Promise<string> => {
  const user = await scene.app.account();
  const at = scene.app.clock.now();
  await scene.app.deps.db
    .insertInto('second_steps')
    .values({ user_id: user.userId, secret_enc: Buffer.from('the secret of the app'), begun_at: at, confirmed_at: at })
    .execute();
  await scene.app.deps.db.updateTable('users').set({ second_step: true }).where('id', '=', user.userId).execute();
  return user.userId;
};

const person = async ({ scene }: StaffSetup): Promise<{ id: string; email: string }> => {
  const { userId, email } = await scene.app.account();
  return { id: userId, email };
};

/** Accounts of others. */
export const accountCases: StaffCases = {
  'users.updateUser': async (setup) => {
    const { id } = await person(setup);
    return {
      payload: { _id: id, scale: 2, traffic: 1024, shown: { traffic: 0 }, reason: '补偿', wallet_money: 0 },
      before: { scale_ppm: 1_000_000, granted: 0 },
      after: { scale_ppm: 2_000_000, granted: 1024 },
      detail: { reason: '补偿', traffic: 1024 },
    };
  },
  'users.updateChannel': async (setup) => {
    const { id, email } = await person(setup);
    return {
      payload: { email, name: '合作', code: 'PARTNER1', rewardRate: 0.25, comsumerDuration: 30 },
      object: id,
      before: null,
      after: { type: 'channel', name: '合作', code: 'PARTNER1', reward_bp: 2500, consumer_days: 30 },
    };
  },
  'users.endSession': async ({ scene }) => {
    const { userId } = await scene.app.account();
    const { id } = await scene.app.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return {
      payload: { uid: userId, id },
      object: userId,
      before: null,
      after: null,
      detail: { device: '未知设备', network: '' },
    };
  },
  'users.exportList': () => ({
    payload: { columns: ['email', 'traffic'], filterStr: 'nobody@', fromTimestamp: 1, toTimestamp: 2 },
    before: null,
    after: {
      list: '用户',
      filter: { filterStr: 'nobody@', fromTimestamp: 1, toTimestamp: 2, agencies: false },
      columns: ['邮箱', '流量（G）'],
      rows: 0,
    },
  }),
  'payments.exportList': () => ({
    payload: { columns: ['email', 'amount'], filterStr: 'nobody@' },
    before: null,
    after: { list: '交易', filter: { filterStr: 'nobody@' }, columns: ['邮箱', '金额（元）'], rows: 0 },
  }),
  'traffic.exportRecords': () => ({
    payload: { columns: ['day', 'change'], day_num: 3, filterStr: 'nobody@' },
    before: null,
    after: {
      list: '流量记录',
      filter: { type: 'spend', day_num: 3, filterStr: 'nobody@' },
      columns: ['日期', '变动（G）'],
      rows: 0,
    },
  }),
  'coupons.exportUses': () => ({
    payload: { columns: ['code'] },
    before: null,
    after: { list: '优惠券使用记录', filter: {}, columns: ['优惠码'], rows: 0 },
  }),
  'withdrawals.exportCharges': async ({ scene }) => {
    const { db } = scene.app.deps;
    const paid = await db.selectFrom('withdrawals').select('id').where('status', '=', 'paid').execute();
    return {
      payload: { columns: ['email', 'usdt'], status: 'paid' },
      before: null,
      after: { list: '提现', filter: { status: 'paid' }, columns: ['邮箱', '应付（USDT）'], rows: paid.length },
    };
  },
  'audit.exportList': () => {
    const object = '01970000-0000-7000-8000-000000000001';
    const filter = { filterStr: '', kind: 'coupon', call: 'coupons.update', object };
    return {
      payload: { columns: ['call'], ...filter },
      before: null,
      after: { list: '操作记录', filter, columns: ['操作内容'], rows: 0 },
    };
  },
  'users.endSessions': async (setup) => {
    const { id } = await person(setup);
    return { payload: { uid: id }, object: id, before: null, after: null, detail: { ended: 1 } };
  },
  'users.changePassword': async (setup) => {
    const { id, email } = await person(setup);
    return {
      payload: { email, password: 'b'.repeat(64) },
      object: id,
      before: { password: { secret: 'set' } },
      after: { password: { secret: 'changed' } },
    };
  },
  'accounts.removeSecondStep': async (setup) => {
    const id = await secondStep(setup);
    return {
      payload: { id },
      object: id,
      before: { second_step: true, secret: { secret: 'set' } },
      after: { second_step: false, secret: { secret: 'none' } },
    };
  },
};
