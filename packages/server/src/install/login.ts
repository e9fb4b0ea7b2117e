import { installMessage } from '@skyport/contract/install-messages';
import { inTransaction } from '@skyport/db';
import { closeAlarms, raiseAlarm } from '../fleet/index.ts';
import { eraseSshSecret } from '../nodes/index.ts';
import { quoted } from '../platform/shell-word.ts';
import { loadInstallKey } from './keys.ts';
import { giveUp, RunEnd, type Run } from './run-types.ts';
import { SshFault, type HostKey } from './ssh-fault.ts';
import type { SshSession } from './ssh-session.ts';
import { kindOfFingerprint, openSsh, seeHostKey, type SshPlace, type SshSecret } from './ssh.ts';
import { keepLearned, keepSeenKey } from './store.ts';

/** A session with the key that the server proved. */
export interface Login {
  readonly session: SshSession;
  readonly pinned: HostKey;
  /** Whether the panel's own key opened it. */
  readonly byKey: boolean;
}

/** Where a node's SSH server is. */
export const placeOf = ({ node, deps }: Pick<Run, 'node' | 'deps'>): SshPlace => ({
  host: node.address,
  port: node.sshPort,
  username: node.username,
  allowPrivate: deps.env.ALLOW_PRIVATE_NETWORKS,
});

/** What a pinned key belongs to. */
export const addressOf = ({ address, sshPort }: Pick<Run['node'], 'address' | 'sshPort'>): string =>
  `${address}:${sshPort}`;

const accountOf = (node: Run['node']): string => `${node.username}@${addressOf(node)}`;

/** Whether the panel has something to log in with: what an admin typed, or its own key, left at this very account. */
export const canLogIn = (node: Run['node'], keyAt: string): boolean =>
  node.secret !== null || keyAt === accountOf(node);

/**
 * Logs in: first contact only looks at the host key and waits for an admin; later ones go on with the approved key
 * only. The panel's key is tried where it is installed, then what the admin typed. Throws RunEnd or SshFault.
 */
export const login = async (run: Run): Promise<Login> => {
  const { record, node } = run;
  const place = placeOf(run);
  const pinned = await pinnedKey(run, place);
  const key = await loadInstallKey(run.deps);
  const own: SshSecret = { kind: 'key', privateKey: key.privateKey };
  const typed = node.secret && secretOf(node.secret.plain);
  const knowsKey = run.row.key_at === accountOf(node);
  try {
    if (knowsKey || !typed) {
      const session = await withKey(run, pinned, own);
      if (session) return { session, pinned, byKey: true };
      if (!typed) return giveUp(knowsKey ? 'keyNotTaken' : 'secretMissing');
      record.say('passwordInstead');
    }
    const session = await openSsh(place, { pinned, secret: typed!, signal: run.signal });
    return { session, pinned, byKey: false };
  } catch (fault) {
    if (fault instanceof SshFault && fault.kind === 'host-key') return refuseHost(run, place, fault);
    throw fault;
  }
};

/** A session by the panel's key; undefined when the server does not take it. */
const withKey = async (run: Run, pinned: HostKey, secret: SshSecret): Promise<SshSession | undefined> => {
  try {
    return await openSsh(placeOf(run), { pinned, secret, signal: run.signal });
  } catch (fault) {
    if (fault instanceof SshFault && fault.kind === 'auth') return undefined;
    throw fault;
  }
};

const secretOf = (plain: string): SshSecret =>
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|PuTTY-User-Key-File/.test(plain)
    ? { kind: 'key', privateKey: plain.trim() }
    : { kind: 'password', password: plain };

const pinnedKey = async (run: Run, place: SshPlace): Promise<HostKey> => {
  const { row, deps, node } = run;
  if (row.host_key === '' || row.host_key_at !== addressOf(node)) {
    const seen = await seeHostKey(place);
    await keepSeenKey(deps.db, node.id, seen);
    run.record.say('hostKeyShown', seen.kind, seen.fingerprint);
    throw new RunEnd(installMessage('firstContact'), 'waiting-host-key');
  }
  if (row.host_key_kind !== '') return { fingerprint: row.host_key, kind: row.host_key_kind };
  // Typed by an admin before the server was ever seen: which of its keys it is has to be found out.
  const kind = await kindOfFingerprint(place, row.host_key);
  if (kind === undefined) return refuseHost(run, place, new SshFault('host-key', installMessage('hostKeyMissing')));
  await keepLearned(deps.db, node.id, { host_key_kind: kind });
  return { fingerprint: row.host_key, kind };
};

/** Somebody else may be answering: nothing is sent, an alarm goes up, and an admin must look. */
const refuseHost = async (run: Run, place: SshPlace, fault: SshFault): Promise<never> => {
  const { deps, node, row } = run;
  const shown = fault.shown ?? (await seeHostKey(place));
  await keepSeenKey(deps.db, node.id, shown);
  const reason = { code: 'hostKey', approved: row.host_key, shown: shown.fingerprint } as const;
  await raiseAlarm(deps.db, { id: deps.ids.next(), nodeId: node.id, kind: 'host-key', reason, at: deps.clock.now() });
  deps.log.error({ node: node.id, approved: row.host_key, shown: shown.fingerprint }, 'a host key has changed');
  throw new RunEnd(installMessage('hostKeyChanged', row.host_key, shown.fingerprint), 'waiting-host-key');
};

/**
 * Exchanges the typed password for the panel's key: the key is put there, tried on a connection of its own, and only
 * then the password is erased. A server that takes no keys keeps its password.
 */
export const exchangeSecret = async (run: Run, { session, pinned, byKey }: Login): Promise<void> => {
  const { node, deps, record } = run;
  const { privateKey, publicLine } = await loadInstallKey(deps);
  if (!byKey) {
    await session.run('sh -s', { input: authorize(publicLine) });
    const again = await withKey(run, pinned, { kind: 'key', privateKey });
    again?.close();
    if (!again) return record.say('passwordKept');
  }
  const { secret } = node;
  await inTransaction(deps.db, async (trx) => {
    await keepLearned(trx, node.id, { key_at: accountOf(node) });
    if (secret) await eraseSshSecret(trx, node.id, secret.encrypted);
    await closeAlarms(trx, { nodeId: node.id, kinds: ['host-key'] }, deps.clock.now());
  });
  if (secret) record.say('passwordErased');
};

const authorize = (publicLine: string): string => `umask 077
key=${quoted(publicLine)}
mkdir -p "$HOME/.ssh" && cd "$HOME/.ssh" || exit 1
touch authorized_keys
grep -qxF "$key" authorized_keys && exit 0
[ -s authorized_keys ] && [ -n "$(tail -c 1 authorized_keys)" ] && echo >>authorized_keys
printf '%s\\n' "$key" >>authorized_keys
`;
