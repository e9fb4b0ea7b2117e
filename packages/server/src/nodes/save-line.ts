import { LineForm, type LineView } from '@skyport/contract/nodes-lines';
import type { nodesCalls } from '@skyport/contract/nodes';
import { inTransaction, type Db } from '@skyport/db';
import { checkAsShown } from '../platform/as-shown.ts';
import type { Account, Deps, Handler, StaffContext } from '../platform/deps.ts';
import { nodeChanged } from '../platform/fleet-changes.ts';
import { madeBefore } from '../platform/made-once.ts';
import { ppmOf } from '../platform/ppm.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { listLineSources } from './line-sources.ts';
import { presentLine } from './present.ts';
import { freeOffset, lineAddressProblem, lineProblem, offsetProblem, type NodePorts } from './rules.ts';
import { makeLineSecrets } from './secrets.ts';
import { inventedServerName } from './server-name.ts';
import { encryptSecrets } from './spec.ts';
import { bumpCatalogue, lockNode, type NodeRow } from './store.ts';
import { changeLine, findLine, insertLine, linesOfNode, type LineColumns, type ListedLine } from './line-store.ts';
import { lockEntry } from './entry-store.ts';

const NO_NODE = { field: 'agentID', message: '节点不存在' };

const portsOf = (node: NodeRow): NodePorts => ({
  ctrlPort: node.ctrl_port,
  port: node.port,
  publicPort: node.public_port,
  zzPort: node.zz_port,
});

/** The line's own offset while it fits, else the lowest free one: a saved line keeps its ports as long as it can. */
const offsetFor = async (trx: Db, node: NodeRow, stored: ListedLine | undefined): Promise<number> => {
  const others = (await linesOfNode(trx, node.id)).filter(({ id }) => id !== stored?.id);
  const taken = others.map(({ port_offset }) => port_offset);
  const own = stored?.port_offset;
  if (own !== undefined && !taken.includes(own) && !offsetProblem(portsOf(node), own)) return own;
  return freeOffset(portsOf(node), taken) ?? refuseField({ field: 'agentID', message: '节点没有可用端口' }, 'conflict');
};

/** Keys of a new line or of another protocol; a saved line of the same protocol keeps its own. */
const keysFor = async (
  want: { form: LineForm; id: string; node: NodeRow; stored: ListedLine | undefined },
  deps: Deps,
): Promise<Pick<LineColumns, 'secrets_enc' | 'public_secrets'>> => {
  const { form, id, node, stored } = want;
  if (stored?.protocol === form.protocol)
    return { secrets_enc: stored.secrets_enc, public_secrets: JSON.stringify(stored.public_secrets) };
  const made = await makeLineSecrets(form.protocol, form.host || node.host || inventedServerName(deps), deps);
  return { secrets_enc: encryptSecrets(id, made.hidden, deps), public_secrets: JSON.stringify(made.shown) };
};

const columnsOf = (form: LineForm, offset: number, keys: Awaited<ReturnType<typeof keysFor>>): LineColumns => ({
  position: form.index,
  name: form.name,
  node_id: form.agentID,
  protocol: form.protocol,
  bridge: form.bridge,
  entry_id: form.bridge === 'report' ? form.entryID : null,
  scale_ppm: ppmOf(form.scale),
  copies: form.num,
  is_public: form.public,
  fix_name: form.fixName,
  disable_for_agency: form.disableForAgency,
  permission_id: form.permissionRequire,
  bridge_addr: form.bridgeAddr,
  ip: form.ip,
  host: form.host,
  reality_target: form.realityTarget,
  port_offset: offset,
  ...keys,
});

interface Homes {
  readonly stored: ListedLine | undefined;
  readonly node: NodeRow;
  /** Every node the save touches: a line that moves touches two. */
  readonly nodeIds: readonly string[];
}

/** Locks the nodes in the order of their ids and reads the line under that lock. */
const lockHomes = async (trx: Db, form: LineForm): Promise<Homes> => {
  const find = async (): Promise<ListedLine | undefined> =>
    form._id === undefined ? undefined : ((await findLine(trx, form._id)) ?? refuse('notFound'));
  const seen = await find();
  const nodeIds = [...new Set([form.agentID, ...(seen ? [seen.node_id] : [])])].toSorted();
  let node: NodeRow | undefined;
  for (const id of nodeIds) {
    const locked = (await lockNode(trx, id)) ?? refuseField(NO_NODE, 'notFound');
    if (id === form.agentID) node = locked;
  }
  const stored = await find();
  if (stored?.node_id !== seen?.node_id) refuse('conflict');
  return { stored, node: node ?? refuseField(NO_NODE, 'notFound'), nodeIds };
};

const viewOf = async (db: Db, row: ListedLine): Promise<LineView> =>
  presentLine(
    row,
    (await listLineSources(db)).find(({ line }) => line.id === row.id),
  );

const saveLocked = async (
  trx: Db,
  form: LineForm,
  { caller, audited, deps }: StaffContext & { readonly caller: Account; readonly deps: Deps },
): Promise<ListedLine | undefined> => {
  const id = form._id ?? deps.ids.next();
  const made = await madeBefore(trx, { caller, audited, deps }, { kind: 'line', form, id });
  if (made !== undefined) return findLine(trx, made);
  const { stored, node, nodeIds } = await lockHomes(trx, form);
  if (stored && form.shown) checkAsShown(LineForm, { noun: '线路', shown: form.shown, now: await viewOf(trx, stored) });
  const problem = lineProblem(form, { type: node.type, ip: node.ip, host: node.host, ...portsOf(node) });
  if (problem) refuseField(problem);
  if (form.bridge === 'report' && form.entryID !== null && !(await lockEntry(trx, form.entryID)))
    refuseField({ field: 'entryID', message: '入口不存在' }, 'notFound');
  const keys = await keysFor({ form, id, node, stored }, deps);
  const columns = columnsOf(form, await offsetFor(trx, node, stored), keys);
  const onChange = async (): Promise<void> => {
    await bumpCatalogue(trx);
    for (const nodeId of nodeIds) await nodeChanged(trx, deps, nodeId);
  };
  await audited(trx, { ids: [id], onChange }, () =>
    stored ? changeLine(trx, id, columns) : insertLine(trx, { id, ...columns }, deps.clock.now()),
  );
  return findLine(trx, id);
};

/** Creates a line with its keys and port offset, or saves one. */
export const saveLine: Handler<(typeof nodesCalls)['lineUpdate']> = async (form, { audited, caller }, deps) => {
  const problem = deps.env.ALLOW_PRIVATE_NETWORKS ? undefined : lineAddressProblem(form);
  if (problem) refuseField(problem);
  const saved = await inTransaction(deps.db, (trx) => saveLocked(trx, form, { caller, audited, deps })).catch(
    (error: unknown) => {
      if (violates(error, 'foreign-key'))
        return refuseField({ field: 'permissionRequire', message: '权限不存在' }, 'notFound');
      throw error;
    },
  );
  return viewOf(deps.db, saved ?? refuse('notFound'));
};
