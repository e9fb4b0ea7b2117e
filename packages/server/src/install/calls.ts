import type { installCalls } from '@skyport/contract/install';
import { inTransaction, type Db } from '@skyport/db';
import { closeAlarms } from '../fleet/index.ts';
import { findSshNode, listNodeIds, type SshNode } from '../nodes/index.ts';
import type { Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { installBatch } from './batch.ts';
import { kitFolder, readKit } from '../platform/node-kit.ts';
import { addressOf, canLogIn } from './login.ts';
import { presentInstall } from './present.ts';
import { isBusy, kitProblem } from './rules.ts';
import { findInstall, findLog, keepLearned, listInstalls, lockInstall, type InstallRow } from './store.ts';
import { queueInstall } from './queue-store.ts';

type Calls = typeof installCalls;

const nodeOf = async (db: Db, id: string, deps: Deps): Promise<SshNode> =>
  (await findSshNode(db, id, deps)) ?? refuse('notFound');

/** Locks installations in one order, whoever asks. */
const lockAll = async (trx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, InstallRow>> => {
  const rows = new Map<string, InstallRow>();
  for (const id of ids.toSorted((a, b) => a.localeCompare(b))) rows.set(id, await lockInstall(trx, id));
  return rows;
};

/** Refuses to begin what could only end with the question for a password. */
const refuseWithoutLogin = (nodes: readonly SshNode[], rows: ReadonlyMap<string, InstallRow>): void => {
  const closed = nodes.find((node) => !canLogIn(node, rows.get(node.id)!.key_at));
  if (closed) refuse('conflict', `节点“${closed.name}”没有 SSH 登录信息：请先编辑节点，填写 SSH 密码或私钥`);
};

/** What is to be done to nodes, one after the other in this order. */
interface InstallOrder extends Pick<InstallRow, 'action' | 'purge'> {
  readonly nodes: readonly SshNode[];
}

/** Puts nodes into one batch; refuses while one of them is being worked on. */
const queue = async (trx: Db, { nodes, action, purge }: InstallOrder, deps: Deps): Promise<void> => {
  const batch = deps.ids.next();
  const rows = await lockAll(
    trx,
    nodes.map(({ id }) => id),
  );
  for (const [place, { id, name }] of nodes.entries()) {
    if (isBusy(rows.get(id)!)) refuse('conflict', `节点“${name}”正在执行另一次操作`);
    await queueInstall(trx, id, { action, purge, batch, place, at: deps.clock.now() });
  }
  await deps.jobs.add(trx, installBatch, { batch });
};

const upgradeAgentserver: Handler<Calls['upgradeAgentserver']> = async ({ _id, ids }, { audited }, deps) => {
  const wanted = [...new Set(ids ?? (_id === undefined ? [] : [_id]))];
  const kit = await readKit(kitFolder(deps.env));
  const nodes: SshNode[] = [];
  for (const id of wanted) nodes.push(await nodeOf(deps.db, id, deps));
  for (const { name, serverType } of nodes) {
    const problem = kitProblem(kit, serverType);
    if (problem) refuse('conflict', `节点“${name}”无法安装：${problem}`);
  }
  return inTransaction(deps.db, async (trx) => {
    refuseWithoutLogin(nodes, await lockAll(trx, wanted));
    await audited(trx, { ids: wanted }, () => queue(trx, { nodes, action: 'upgrade', purge: false }, deps));
    const rows = await Promise.all(wanted.map((id) => findInstall(trx, id)));
    return rows.map((row, at) => presentInstall(wanted[at]!, row));
  });
};

const rollback: Handler<Calls['rollback']> = async ({ id }, { audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const node = await nodeOf(trx, id, deps);
    const row = await lockInstall(trx, id);
    if (row.version !== '' && row.previous === '') refuse('conflict', '没有可以回滚的版本');
    refuseWithoutLogin([node], new Map([[id, row]]));
    await audited(trx, { ids: [id] }, () => queue(trx, { nodes: [node], action: 'rollback', purge: false }, deps));
    return presentInstall(id, await findInstall(trx, id));
  });

const remove: Handler<Calls['remove']> = async ({ id, purge }, { audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const node = await nodeOf(trx, id, deps);
    if (purge && node.hasLines) refuse('conflict', '请先删除该节点的线路，或选择保留账本');
    refuseWithoutLogin([node], await lockAll(trx, [id]));
    await audited(trx, { ids: [id] }, () => queue(trx, { nodes: [node], action: 'remove', purge }, deps));
    return presentInstall(id, await findInstall(trx, id));
  });

const approveHostKey: Handler<Calls['approveHostKey']> = async ({ id, fingerprint }, { audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const node = await nodeOf(trx, id, deps);
    const row = await lockInstall(trx, id);
    if (isBusy(row)) refuse('conflict', `节点“${node.name}”正在执行另一次操作`);
    if (row.seen_key !== '' && row.seen_key !== fingerprint) refuse('conflict', '服务器出示的是另一个指纹');
    const changed = row.host_key !== '' && (row.host_key !== fingerprint || row.host_key_at !== addressOf(node));
    await audited(trx, { ids: [id] }, async () => {
      await keepLearned(trx, id, {
        host_key: fingerprint,
        host_key_kind: row.seen_key === '' ? '' : row.seen_key_kind,
        host_key_at: addressOf(node),
        seen_key: '',
        seen_key_kind: '',
        // Another server, for all we know: nothing that was learned of the one before holds there.
        ...(changed && { prefix: '', version: '', previous: '' }),
      });
      await closeAlarms(trx, { nodeId: id, kinds: ['host-key'] }, deps.clock.now());
      if (row.state === 'waiting-host-key')
        await queue(trx, { nodes: [node], action: row.action, purge: row.purge }, deps);
    });
    return presentInstall(id, await findInstall(trx, id));
  });

const states: Handler<Calls['states']> = async (_input, _context, deps) => {
  const rows = new Map((await listInstalls(deps.db)).map((row) => [row.node_id, row]));
  return (await listNodeIds(deps.db)).map((id) => presentInstall(id, rows.get(id)));
};

const log: Handler<Calls['log']> = async ({ id, offset }, _context, deps) => {
  if (!(await listNodeIds(deps.db)).includes(id)) refuse('notFound');
  const install = presentInstall(id, await findInstall(deps.db, id));
  const { log: text, start } = (await findLog(deps.db, id)) ?? { log: '', start: 0 };
  // A log that began anew since is shorter than what was read of the one before.
  const from = offset > start + text.length ? start : Math.max(offset, start);
  return { install, offset: from, text: text.slice(from - start), next: start + text.length };
};

const kit: Handler<Calls['kit']> = async (_input, _context, deps) => {
  const found = await readKit(kitFolder(deps.env));
  const ready = kitProblem(found, 'ubuntu_guonei') === undefined;
  return { ready, files: [...found.files], problems: [...found.problems] };
};

/** Installation of nodes over SSH. */
export const installHandlers: HandlersOf<Calls> = {
  upgradeAgentserver,
  rollback,
  remove,
  approveHostKey,
  states,
  log,
  kit,
};
