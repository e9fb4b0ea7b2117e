import { expect } from 'vitest';
import { SECOND_MS } from '../../platform/clock.ts';
import type { TestAnswer, TestApp } from '../../testing-app.ts';
import { PASSWORD } from './account-saves.ts';
import type { Person, SaveScene } from './save-case.ts';

/** A call by somebody; answers are limited by the minute. */
export const callAs = (
  { app, sessions }: Pick<SaveScene, 'app' | 'sessions'>,
  who: Person,
  { path, payload = {} }: { readonly path: string; readonly payload?: object },
): Promise<TestAnswer> => {
  app.clock.advance(2 * SECOND_MS);
  return app.call(path, payload, who === 'stranger' ? undefined : sessions[who]);
};

/** One of everybody in a product, all with the same password. */
export const createSaveScene = async (app: TestApp): Promise<SaveScene> => {
  const someone = (traits: Parameters<TestApp['account']>[0]) =>
    app.account({ password: PASSWORD, steppedUp: true, ...traits });
  const sessions = {
    admin: await someone({ type: 'admin' }),
    yunying: await someone({ type: 'yunying' }),
    channel: await someone({ type: 'channel' }),
    normal: await someone({ paid: true }),
    agency: await someone({}),
    'agency customer': await someone({ isAgencyUser: true }),
  };
  const { userId } = sessions.agency;
  await app.deps.db.updateTable('users').set({ is_agency: true }).where('id', '=', userId).execute();
  // Another admin than the one who saves: what they are and may do stays as it is.
  const keeper = await someone({ type: 'admin' });
  const ask: SaveScene['ask'] = async (path, payload = {}) => {
    const answer = await callAs({ app, sessions: { ...sessions, admin: keeper } }, 'admin', { path, payload });
    expect(answer, `${path}: ${answer.msg}`).toMatchObject({ code: 0 });
    return answer.data;
  };
  return { app, sessions, ask };
};
