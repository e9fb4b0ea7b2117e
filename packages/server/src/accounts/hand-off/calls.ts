import { HANDOFF_SECONDS, type handoffCalls, type HandoffQuestion } from '@skyport/contract/handoff';
import type { Account, Handler, HandlersOf } from '../../platform/deps.ts';
import { consoleHosts } from '../../mail/index.ts';
import { refuse } from '../../platform/refuse.ts';
import { sha256 } from '../../platform/secrets.ts';
import { addressAttempts } from '../../platform/attempt-limits.ts';
import { spendAttempts } from '../../platform/attempts.ts';
import { findHandoff, insertHandoff, takeHandoff as takeToken } from './store.ts';

type Calls = typeof handoffCalls;

/** A host name without its port, lower-case. */
const hostname = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');

const makeHandoff: Handler<Calls['makeHandoff']> = async ({ host }, { caller }, { db, clock, ids, env, settings }) => {
  const target = hostname(host);
  if (!consoleHosts(env, settings.current()).includes(target)) refuse('notFound');
  const token = `h.${ids.token()}`;
  const expiresAt = new Date(clock.now().getTime() + HANDOFF_SECONDS * 1000);
  await insertHandoff(db, { tokenHash: sha256(token), session: caller.session, host: target, expiresAt });
  return { token };
};

const ask = (email: string, caller: Account | undefined): never =>
  refuse('otherAccount', caller ? undefined : '请确认要登录的账号', {
    email,
    current: caller?.email ?? null,
  } satisfies HandoffQuestion);

const takeHandoff: Handler<Calls['takeHandoff']> = async ({ token, replace }, context, deps) => {
  const { db, clock } = deps;
  const tokenHash = sha256(token);
  const found = await findHandoff(db, tokenHash, clock.now());
  // Nobody guesses a token: wrong ones are bounded, and hold no neighbour with a right one back.
  if (!found) {
    await spendAttempts(deps, addressAttempts('handoff.address', context.address));
    return refuse('handoffDead');
  }
  const { caller } = context;
  const meant = found.host === context.host;
  // Anybody can send a link of their own account: nobody is logged in by it unasked.
  const isIn = caller?.id === found.id;
  if (meant && !isIn && !replace) return ask(found.email, caller);
  // Used up even where it was not meant for: whoever brought it there should not have had it.
  const taken = await takeToken(db, tokenHash);
  if (!taken || !meant) return refuse('handoffDead');
  if (isIn) return {};
  if (caller) await context.endSession();
  if (!(await context.startSession(found))) refuse('handoffDead');
  return {};
};

/** Moves a session to another of the product's domains, by a token in the address. */
export const handoffHandlers: HandlersOf<Calls> = { makeHandoff, takeHandoff };
