import type { TestAnswer, TestApp, TestData, TestSession } from '../../testing-app.ts';

/** What tests of the lottery do: as staff with prizes, and as customers with the wheel. */
export interface PrizeDesk {
  save(form: object, who?: TestSession): Promise<TestAnswer>;
  make(form?: object): Promise<TestData>;
  /** Deletes every prize. */
  clear(): Promise<void>;
  wheel(user: TestSession): Promise<TestAnswer>;
  draw(user: TestSession, click?: string): Promise<TestAnswer>;
  draws(user: TestSession): Promise<TestData[]>;
}

/** A prize of 10 G with weight 1 unless it is said otherwise. */
export const prizeDesk = (app: TestApp, admin: TestSession): PrizeDesk => {
  const save: PrizeDesk['save'] = (form, who = admin) => app.call('/api/yunying/prize/update', form, who);
  return {
    save,
    make: async (form = {}) => (await save({ name: '一等奖', gainTraffic: 10, ...form })).data,
    clear: async () => {
      for (const { _id } of (await app.call('/api/yunying/prize/list', {}, admin)).data)
        await app.call('/api/yunying/prize/delete', { id: _id }, admin);
    },
    wheel: (user) => app.call('/api/prize/list', {}, user),
    draw: (user, click) => app.call('/api/prize/draw', click === undefined ? {} : { click }, user),
    draws: async (user) => (await app.call('/api/prize/draws', {}, user)).data,
  };
};
