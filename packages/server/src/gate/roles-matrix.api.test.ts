import { allRows } from '@skyport/contract';
import type { Access, Role } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

/*
 * Every row of the call table × everybody who might try it, in both strengths of the session. The expectation is
 * written down here by hand (who belongs to which role), not taken from the gate's own function.
 */

type Actor =
  | 'nobody'
  | 'expired session'
  | 'disabled'
  | 'unpaid'
  | 'paid'
  | 'channel'
  | 'undefined type'
  | 'agency customer'
  | 'yunying'
  | 'admin'
  | 'node certificate';

const LOGGED_IN: readonly Actor[] = [
  'unpaid',
  'paid',
  'channel',
  'undefined type',
  'agency customer',
  'yunying',
  'admin',
];
const MEMBERS: Record<Role, readonly Actor[]> = {
  anyone: ['nobody', 'expired session', 'disabled', ...LOGGED_IN, 'node certificate'],
  account: LOGGED_IN,
  customer: LOGGED_IN.filter((actor) => actor !== 'agency customer'),
  yunying: ['yunying', 'admin'],
  admin: ['admin'],
};

/** What the gate must say: undefined lets the caller in to the handler. */
const expected = (access: Access, actor: Actor, strength: 'both parts' | 'token only'): number | undefined => {
  if (access.role === 'anyone') return undefined;
  if (!LOGGED_IN.includes(actor)) return codes.sessionExpired.code;
  if (!MEMBERS[access.role].includes(actor)) return codes.roleForbidden.code;
  return access.session === 'both' && strength === 'token only' ? codes.sessionExpired.code : undefined;
};

describe('the roles matrix', () => {
  let app: TestApp;
  const sessions = new Map<Actor, TestSession | undefined>();

  beforeAll(async () => {
    app = await createTestApp();
    const make = async (actor: Actor, traits: Parameters<TestApp['account']>[0]): Promise<TestSession> => {
      const session = await app.account(traits);
      sessions.set(actor, session);
      return session;
    };
    sessions.set('nobody', undefined);
    // A node's certificate opens its agent only: on the console's port it is a connection like any other.
    sessions.set('node certificate', undefined);
    await make('unpaid', {});
    await make('paid', { paid: true });
    await make('channel', { type: 'channel' });
    await make('undefined type', { type: 'none' });
    await make('agency customer', { isAgencyUser: true });
    await make('yunying', { type: 'yunying' });
    await make('admin', { type: 'admin' });
    await make('disabled', { disabled: true });
    const expired = await make('expired session', {});
    await app.deps.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(app.clock.now().getTime() - 31 * DAY_MS) })
      .where('user_id', '=', expired.userId)
      .execute();
  });
  afterAll(() => app.close());

  const rows = allRows();
  test.each(rows.map(({ feature, name, row }) => [`${feature}.${name}`, row] as const))(
    '%s lets in whom its policy names, and nobody else',
    async (_name, row) => {
      app.clock.advance(HOUR_MS);
      for (const [actor, session] of sessions) {
        for (const strength of ['both parts', 'token only'] as const) {
          const cookie = strength === 'token only' && session ? `token=${session.token}` : session?.cookie;
          // A payload that no handler takes: whoever is let in to a built row is told 1100 before anything happens.
          const answer = await app.call(row.path, 'not an object', cookie);
          const inside = row.kind === 'planned' ? codes.notBuilt.code : codes.invalidPayload.code;
          expect({ actor, strength, code: answer.code }).toEqual({
            actor,
            strength,
            code: expected(row.access, actor, strength) ?? inside,
          });
        }
      }
    },
  );
});
