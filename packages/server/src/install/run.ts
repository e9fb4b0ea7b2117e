import type { AgentState } from '@skyport/contract/fleet';
import type { InstallStep } from '@skyport/contract/install';
import { installMessage, type InstallMessage } from '@skyport/contract/install-messages';
import { inTransaction } from '@skyport/db';
import { expectJournal, forgetAgent } from '../fleet/index.ts';
import { bumpCatalogue, findSshNode } from '../nodes/index.ts';
import type { Deps } from '../platform/deps.ts';
import { nodeChanged } from '../platform/fleet-changes.ts';
import { kitFolder, readKit } from '../platform/node-kit.ts';
import { exchangeSecret, login } from './login.ts';
import { checkOwner, checkStatus, readStatus, type ServerStatus } from './preflight.ts';
import { createRecord } from './record.ts';
import { giveUp, RunEnd, type Run } from './run-types.ts';
import { SshFault } from './ssh-fault.ts';
import type { SshSession } from './ssh-session.ts';
import { wantedPrefix } from './prefix.ts';
import { endInstall, keepLearned, prefixesBeside } from './store.ts';
import { claimInstall } from './queue-store.ts';
import { agentOf, waitEnrolled, waitHealthy } from './verify.ts';
import { runScript, sendCode, sendKit, sendWarp } from './work.ts';

/** How a run ended; `none` when the node was not there to be worked on. */
export type RunOutcome = 'done' | 'failed' | 'waiting-host-key' | 'none';

const STEPS: Partial<Record<InstallStep, number>> = { connect: 2, preflight: 6, key: 9 };

/**
 * Does what a queued node waits for, from the first connection to its end, and writes down how it went. Gives up
 * cleanly when `signal` fires: the script on the server goes on by itself, and a repeated run continues from there.
 * Throws only faults of our own, after the run was ended.
 */
export const runInstall = async (
  deps: Deps,
  claim: { readonly nodeId: string; readonly batch: string },
  signal: AbortSignal,
): Promise<RunOutcome> => {
  const name = deps.ids.next();
  const row = await claimInstall(deps.db, { ...claim, run: name, at: deps.clock.now() });
  if (!row) return 'none';
  const self = { nodeId: claim.nodeId, run: name };
  const given = new AbortController();
  const record = createRecord(deps, self, () => given.abort(new RunEnd(installMessage('replaced'))));
  const end = async (state: Exclude<RunOutcome, 'none'>, reason: InstallMessage | null): Promise<RunOutcome> => {
    const said = reason && record.add(reason);
    await record.close();
    await endInstall(deps.db, self, { state, reason: said, at: deps.clock.now() });
    return state;
  };
  try {
    const node = await findSshNode(deps.db, claim.nodeId, deps);
    if (!node) return await end('failed', installMessage('nodeDeleted'));
    if (node.secret) record.hide(node.secret.plain);
    const kit = await readKit(kitFolder(deps.env));
    const prefix = wantedPrefix(node, row.prefix, await prefixesBeside(deps.db, node.id, node.address));
    await doAction({ deps, node, row, prefix, kit, record, signal: AbortSignal.any([signal, given.signal]) });
    record.say('done');
    return await end('done', null);
  } catch (fault) {
    if (fault instanceof RunEnd) return end(fault.state, fault.reason);
    if (fault instanceof SshFault) return end('failed', fault.reason);
    if (signal.aborted) return end('failed', installMessage('stopping'));
    await end('failed', installMessage('fault'));
    throw fault;
  }
};

const doAction = async (run: Run): Promise<void> => {
  const { record, row } = run;
  const step = (name: InstallStep): void => record.step(name, STEPS[name] ?? 0);
  step('connect');
  record.say('connecting', `${run.node.username}@${run.node.address}:${run.node.sshPort}`);
  const opened = await login(run);
  const { session } = opened;
  try {
    step('preflight');
    const status = await readStatus(run, session);
    checkOwner(run, status);
    step('key');
    await exchangeSecret(run, opened);
    if (row.action === 'remove') return await remove(run, session);
    if (row.action === 'rollback') return await rollBack(run, session);
    return await upgrade(run, session, status);
  } finally {
    session.close();
  }
};

/** Arguments that every command takes. */
const placeArgs = ({ node, prefix }: Run): string[] => ['--prefix', prefix, '--node-id', node.id];

const upgrade = async (run: Run, session: SshSession, status: ServerStatus): Promise<void> => {
  const { node, deps } = run;
  checkStatus(run, status);
  await keepLearned(deps.db, node.id, { prefix: run.prefix });
  const before = await agentOf(run);
  // No identity there: a first install. An identity that the panel does not hold: the node joins anew with
  // its usage journal.
  const first = status.owner === '';
  const anew = !first && (before.kind === 'unknown' || before.kind === 'refused');
  await sendKit(run, session, status);
  const args = [...placeArgs(run), '--port', node.ctrlPort];
  if (first || anew) args.push('--code-file', await sendCode(run, session));
  if (anew) args.push('--reenrol');
  const warp = await sendWarp(run, session);
  if (warp !== undefined) args.push('--warp-file', warp);
  try {
    await runScript(run, session, ['install', ...args]);
    if (first || anew) await waitEnrolled(run);
    const known = before.kind === 'state' ? before.state : undefined;
    if (!(await waitHealthy(run, known))) await undo(run, session, { status, before: known });
    await adoptJournal(run);
  } finally {
    await learnVersions(run, session);
  }
};

/** An installation vouches for the server, and so for a usage journal that was begun anew there. */
const adoptJournal = async (run: Run): Promise<void> => {
  const { deps, node, record } = run;
  const now = await agentOf(run);
  if (now.kind === 'state' && (await expectJournal(deps.db, { nodeId: node.id, epoch: now.state.epoch })))
    record.say('newJournal', now.state.epoch);
};

/** An upgrade that the panel finds unhealthy although the script was content. */
const undo = async (
  run: Run,
  session: SshSession,
  { status, before }: { readonly status: ServerStatus; readonly before: AgentState | undefined },
): Promise<never> => {
  const now = await readStatus(run, session);
  if (status.version === '' || now.version === status.version) return giveUp('notWell');
  run.record.say('rollingBack', status.version);
  await runScript(run, session, ['rollback', ...placeArgs(run)]);
  const well = await waitHealthy(run, before);
  return well ? giveUp('rolledBack', status.version) : giveUp('rollbackNotWell');
};

const rollBack = async (run: Run, session: SshSession): Promise<void> => {
  const before = await agentOf(run);
  try {
    await runScript(run, session, ['rollback', ...placeArgs(run)]);
    const well = await waitHealthy(run, before.kind === 'state' ? before.state : undefined);
    if (!well) giveUp('wentBackNotWell');
  } finally {
    await learnVersions(run, session);
  }
};

const remove = async (run: Run, session: SshSession): Promise<void> => {
  const { deps, node, row, record } = run;
  if (row.purge) await checkUnbilled(run);
  await runScript(run, session, ['remove', ...placeArgs(run), ...(row.purge ? ['--purge'] : [])]);
  if (!row.purge) record.say('dataKept', `${run.prefix}/data`);
  await inTransaction(deps.db, async (trx) => {
    await forgetAgent(trx, node.id, deps.clock.now());
    await keepLearned(trx, node.id, { version: '', previous: '', ...(row.purge && { prefix: '' }) });
    await bumpCatalogue(trx);
    await nodeChanged(trx, deps, node.id);
  });
};

/** A usage journal with bytes that nobody was billed for is not thrown away. */
const checkUnbilled = async (run: Run): Promise<void> => {
  const answer = await agentOf(run);
  if (answer.kind === 'unknown') return;
  if (answer.kind !== 'state') return giveUp('billingUnknown', answer.reason);
  const { openBytes, unacked } = answer.state;
  if (openBytes > 0 || unacked > 0) giveUp('unbilled');
};

/** Notes what is installed now, however the script ended; a server that is gone keeps its old note. */
const learnVersions = async (run: Run, session: SshSession): Promise<void> => {
  try {
    const { version, previous } = await readStatus(run, session);
    await keepLearned(run.deps.db, run.node.id, { version, previous });
  } catch (fault) {
    if (!(fault instanceof SshFault || fault instanceof RunEnd)) throw fault;
  }
};
