import { randomBytes } from 'node:crypto';
import type { LineSpec } from '@skyport/contract/fleet';
import type { EngineUser } from './engine.ts';
import type { XrayApi } from './xray-api.ts';
import { accountOf } from './xray-inbound.ts';
import { engineNameOf, placeholderName, tagOf } from './xray-names.ts';
import { placeholder } from './xray-state.ts';

/**
 * Takes a user out. The pinned engine's Shadowsocks 2022 inbound knows users by their place in a list and fills a gap
 * with the last one; a connection that is still in its handshake then belongs to whoever got the place, or to a place
 * that is no longer there, which ends the whole process. So before a removal a placeholder user, who belongs to no
 * customer, is added at the end of the list. It is the one that fills the gap: no customer's place ever changes, and a
 * connection that ends up with it is counted as unattributed.
 */
export const removeUser = async (api: XrayApi, spec: LineSpec, u: EngineUser): Promise<void> => {
  if (spec.protocol === 'ss') {
    const { key16 } = placeholder();
    const name = placeholderName(spec.line, randomBytes(8).toString('hex'));
    await api.addUser(tagOf(spec), name, accountOf(spec.protocol, key16));
  }
  await api.removeUser(tagOf(spec), engineNameOf(u)).catch(unlessSays('not found'));
};

/** Adds a user; a name that is there already (an answer that was lost) is replaced, since its secret may differ. */
export const addUser = async (api: XrayApi, spec: LineSpec, u: EngineUser): Promise<void> => {
  const account = accountOf(spec.protocol, u.credential);
  try {
    await api.addUser(tagOf(spec), engineNameOf(u), account);
  } catch (cause) {
    unlessSays('already exists')(cause);
    await removeUser(api, spec, u);
    await api.addUser(tagOf(spec), engineNameOf(u), account);
  }
};

const unlessSays =
  (message: string) =>
  (cause: unknown): void => {
    if (!(cause instanceof Error && cause.message.includes(message))) throw cause;
  };
