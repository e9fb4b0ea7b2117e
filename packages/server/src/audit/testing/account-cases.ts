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

/** Accounts of others. */
export const accountCases: StaffCases = {
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
