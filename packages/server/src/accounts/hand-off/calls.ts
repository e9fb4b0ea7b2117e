import { HANDOFF_SECONDS, type handoffCalls, type HandoffQuestion } from '@skyport/contract/handoff';
import type { Account, Handler, HandlersOf } from '../../platform/deps.ts';
import { consoleHosts } from '../../mail/index.ts';
import { refuse } from '../../platform/refuse.ts';
import { sha256 } from '../../platform/secrets.ts';
import { addressAttempts } from '../../platform/attempt-limits.ts';
import { spendAttempts } from '../../platform/attempts.ts';
import { findHandoff, insertHandoff, takeHandoff as takeToken } from './store.ts';

type Calls = typeof handoffCalls;
type HandoffInput = Parameters<Handler<Calls['takeHandoff']>>[0];

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

/** Whether the person agreed to this log-in. A link can be another person's, so that none logs in unasked. */
const isAgreed = ({ replace, current }: HandoffInput, caller: Account | undefined): boolean =>
  replace && (current === undefined || current === (caller?.email ?? null));

const takeHandoff: Handler<Calls['takeHandoff']> = async (input, context, deps) => {
  const { db, clock } = deps;
  const tokenHash = sha256(input.token);
  const found = await findHandoff(db, tokenHash, clock.now());
  // Only wrong tokens count: others behind the same address still use theirs.
  if (!found) {
    await spendAttempts(deps, addressAttempts('handoff.address', context.address));
    return refuse('handoffDead');
  }
  const { caller } = context;
  const meant = found.host === context.host;
  const isIn = caller?.id === found.id;
  if (meant && !isIn && !isAgreed(input, caller)) return ask(found.email, caller);
  // Also on another host: its sender should not have had the token.
  const taken = await takeToken(db, tokenHash);
  if (!taken || !meant) return refuse('handoffDead');
  if (isIn) return {};
  if (caller) await context.endSession();
  if (!(await context.startSession(found))) refuse('handoffDead');
  return {};
};

/** Moves a session to another of the product's domains, by a token in the address. */
export const handoffHandlers: HandlersOf<Calls> = { makeHandoff, takeHandoff };
