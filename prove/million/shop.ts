import { createDb } from '@skyport/db';
import { loadPki } from '@skyport/server/fleet/certificates/pki';
import type { Deps } from '@skyport/server/platform/deps';
import { sha256 } from '@skyport/server/platform/secrets';
import { makeNodes, withDepsOf } from '../../tools/large-fleet.ts';
import { fillShop } from '../../testkit/large-shop.ts';
import { type LeanAgent, startLeanAgent } from '../../testkit/lean-agent.ts';
import { type Panel, startPanel } from '../../testkit/panel.ts';

/** A panel that is stopped, with a large database, and a simulated node that has nobody yet. */
export interface MillionShop {
  readonly panel: Panel;
  readonly agent: LeanAgent;
  /** Cookies of live sessions, each of another customer. */
  readonly cookies: readonly string[];
  /** From the start of the empty panel to its first answer, in ms. */
  readonly emptyMs: number;
  stop(): Promise<void>;
}

/** How large, and how slowly the simulated node takes the parts of its set. */
export interface ShopPlan {
  readonly users: number;
  readonly nodes: number;
  readonly lines: number;
  /** Pause of the simulated node after each part, in ms. */
  readonly pauseMs: number;
}

const SECRET_KEY = 'prove-only-secret-key-of-enough-length-0123456789';
/** No customer is asked for so often that their limits count. */
const SESSIONS = 2000;

/** Makes the shop. The simulated node has one line; the others have no agent, and their sets are built all the same. */
export const makeMillionShop = async (plan: ShopPlan, say: (line: string) => void): Promise<MillionShop> => {
  const panel = await startPanel({ env: { SECRET_KEY, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' } });
  try {
    const emptyMs = await emptyStart(panel);
    await panel.processes.get('panel')?.stop();
    const { agent, cookies } = await fill(panel, plan, say);
    const stop = async (): Promise<void> => {
      await panel.stop();
      await agent.close();
    };
    return { panel, agent, cookies, emptyMs, stop };
  } catch (fault) {
    await panel.stop();
    throw fault;
  }
};

const emptyStart = async (panel: Panel): Promise<number> => {
  await panel.processes.get('panel')?.stop();
  const began = performance.now();
  await panel.crash('panel');
  await fetch(`${panel.url}/healthz`);
  return performance.now() - began;
};

const fill = (panel: Panel, { users, nodes, lines, pauseMs }: ShopPlan, say: (line: string) => void) =>
  withDepsOf(panel, SECRET_KEY, async (deps) => {
    await fillShop(panel.rootUrl, deps, { users, say });
    const agent = await startLeanAgent(await loadPki(deps), deps.ids.next(), { parts: { pauseMs } });
    const upTo = (node: number): number => Math.floor((node * (lines - 1)) / (nodes - 1));
    const rest = Array.from({ length: nodes - 1 }, (_, n) => ({ lines: upTo(n + 1) - upTo(n) }));
    await makeNodes(deps, [{ lines: 1, agent }, ...rest]);
    return { agent, cookies: await makeSessions(deps, panel.databaseUrl) };
  });

const DAY_SECONDS = 86_400;

const makeSessions = async ({ ids, clock }: Deps, databaseUrl: string): Promise<readonly string[]> => {
  const made = Array.from({ length: SESSIONS }, () => ({ token: ids.token(), secret: ids.token() }));
  const { pool, close } = createDb(databaseUrl);
  await pool.query(
    `insert into sessions (token_hash, secret_hash, user_id, created_at, last_seen_at, idle_seconds, expires_at, client)
     select token, secret, u.id, $3::timestamptz, $3, $4::integer, $3 + $4 * interval '1 second', 'prove'
       from unnest($1::bytea[], $2::bytea[]) with ordinality s (token, secret, place)
       join (select id, row_number() over () as place
               from (select id from users where type = 'normal' order by num desc limit $5) newest) u using (place)`,
    [
      made.map(({ token }) => sha256(token)),
      made.map(({ secret }) => sha256(secret)),
      clock.now(),
      DAY_SECONDS,
      SESSIONS,
    ],
  );
  await close();
  return made.map(({ token, secret }) => `token=${token}; sb=${secret}`);
};
