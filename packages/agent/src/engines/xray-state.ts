import { randomBytes } from 'node:crypto';
import type { LineSpec } from '@skyport/contract/fleet';
import { userKey } from '../desired.ts';
import type { EngineSetup, EngineUser } from './engine.ts';
import type { EngineProcess } from './process.ts';
import type { XrayApi } from './xray-api.ts';
import { credentialOf, type Placeholder } from './xray-inbound.ts';
import { parseEngineName, tagOf } from './xray-names.ts';

/** What a running engine holds: inbounds by tag (undefined: of settings we no longer know), users, blocked names. */
export type EngineState = {
  inbounds: Map<string, LineSpec | undefined>;
  users: Map<string, EngineUser>;
  blocked: Set<string>;
};

/** A process together with its API and what it is known to hold. */
export type RunningXray = { process: EngineProcess; api: XrayApi; state: EngineState };

/** Secrets of a placeholder, for inbounds that cannot be without a user. They are forgotten at once. */
export const placeholder = (): Placeholder => ({
  key16: randomBytes(16).toString('base64'),
  password: randomBytes(24).toString('base64url'),
});

/** Asks an engine what it holds. Throws when it does not answer. */
export const readState = async (api: XrayApi, setup: EngineSetup): Promise<EngineState> => {
  const known = new Map(setup.lines.map((spec) => [tagOf(spec), spec]));
  const state: EngineState = { inbounds: new Map(), users: new Map(), blocked: new Set(await api.blockedUsers()) };
  for (const tag of await api.inboundTags()) {
    const spec = known.get(tag);
    state.inbounds.set(tag, spec);
    if (!spec) continue;
    for (const { name, account } of await api.usersOf(tag)) {
      const userOnLine = parseEngineName(name);
      if (!userOnLine || userOnLine.user === 0) continue;
      const user = { ...userOnLine, credential: credentialOf(spec.protocol, account) };
      state.users.set(userKey(user), user);
    }
  }
  return state;
};
