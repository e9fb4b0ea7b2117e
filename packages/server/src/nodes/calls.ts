import { EntryForm } from '@skyport/contract/nodes-entries';
import type { nodesCalls } from '@skyport/contract/nodes';
import { inTransaction, type Db } from '@skyport/db';
import { checkAsShown } from '../platform/as-shown.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { nodeChanged } from '../platform/fleet-changes.ts';
import { madeBefore } from '../platform/made-once.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { enrolCode } from './enrol-code.ts';
import { clearLineCounters, clearPushes, lockLineCounters, lockNodes } from './counter-store.ts';
import { listLineSources } from './line-sources.ts';
import { rhythmOf } from './health-now.ts';
import { presentAgentItems, presentEntry, presentLine, presentNode } from './present.ts';
import { entryAddressProblem } from './rules.ts';
import { saveLine } from './save-line.ts';
import { saveNode } from './save-node.ts';
import { bumpCatalogue, listNodes, lockNode, removeNode } from './store.ts';
import { changeEntry, insertEntry, listEntries, lockEntry, removeEntry, type EntryRow } from './entry-store.ts';
import { findLine, linesOfNode, listLines, nodesOfEntry, removeLine } from './line-store.ts';

type Calls = typeof nodesCalls;

const removeNodeCall: Handler<Calls['delete']> = async ({ id }, { audited }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    if (!(await lockNode(trx, id))) refuse('notFound');
    if ((await linesOfNode(trx, id)).length > 0) refuse('conflict', '请先删除该节点的线路');
    await audited(trx, { ids: [id] }, () => removeNode(trx, id, deps.clock.now()));
    await bumpCatalogue(trx);
    await nodeChanged(trx, deps, id);
  });
  return {};
};

/** Sets counts to zero: of everything that is there, or of the one that is named. */
const clearing =
  (
    lock: (trx: Db, id: string | undefined) => Promise<string[]>,
    clear: (trx: Db, ids: readonly string[]) => Promise<void>,
  ): Handler<Calls['clearUpdatetimes' | 'lineResetHot']> =>
  async ({ id }, { audited }, { db }) => {
    await inTransaction(db, async (trx) => {
      const ids = await lock(trx, id);
      if (ids.length === 0 && id !== undefined) refuse('notFound');
      await audited(trx, { ids }, () => clear(trx, ids));
    });
    return {};
  };

const entryRow = (id: string, form: EntryForm): EntryRow => ({
  id,
  position: form.index,
  name: form.name,
  ip: form.ip,
  ip_list: form.ipList,
  description: form.desc,
  visible: form.visible,
});

/** Locks an entry that is to be saved. Refuses when it is gone, or no longer what the admin was shown. */
const lockEntryAsShown = async (trx: Db, id: string, shown: EntryForm['shown']): Promise<void> => {
  const stored = (await lockEntry(trx, id)) ?? refuse('notFound');
  checkAsShown(EntryForm, { noun: '入口', shown, now: presentEntry(stored) });
};

const entryUpdate: Handler<Calls['entryUpdate']> = async (form, { audited, caller }, deps) => {
  const problem = deps.env.ALLOW_PRIVATE_NETWORKS ? undefined : entryAddressProblem(form);
  if (problem) refuseField(problem);
  const row = entryRow(form._id ?? deps.ids.next(), form);
  const saved = await inTransaction(deps.db, async (trx) => {
    const before = await madeBefore(trx, { caller, audited, deps }, { kind: 'entry', form, id: row.id });
    if (before !== undefined) return (await lockEntry(trx, before)) ?? refuse('notFound');
    if (form._id !== undefined) await lockEntryAsShown(trx, row.id, form.shown);
    const onChange = async (): Promise<void> => {
      await bumpCatalogue(trx);
      for (const nodeId of await nodesOfEntry(trx, row.id)) await nodeChanged(trx, deps, nodeId);
    };
    await audited(trx, { ids: [row.id], onChange }, () =>
      form._id === undefined ? insertEntry(trx, row, deps.clock.now()) : changeEntry(trx, row),
    );
    return row;
  });
  return presentEntry(saved);
};

const entryDelete: Handler<Calls['entryDelete']> = async ({ id }, { audited }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    if (!(await lockEntry(trx, id))) refuse('notFound');
    if ((await nodesOfEntry(trx, id)).length > 0) refuse('conflict', '仍有线路使用该入口');
    await audited(trx, { ids: [id] }, () => removeEntry(trx, id, deps.clock.now()));
    await bumpCatalogue(trx);
  });
  return {};
};

const lineDelete: Handler<Calls['lineDelete']> = async ({ id }, { audited }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    const line = (await findLine(trx, id)) ?? refuse('notFound');
    await lockNode(trx, line.node_id);
    await audited(trx, { ids: [id] }, () => removeLine(trx, id, deps.clock.now()));
    await bumpCatalogue(trx);
    await nodeChanged(trx, deps, line.node_id);
  });
  return {};
};

/** Nodes, entries and lines: the admin's pages, and the list that customers see. */
export const nodesHandlers: HandlersOf<Calls> = {
  agentList: async (_input, _context, deps) => presentAgentItems(await listNodes(deps.db), rhythmOf(deps)),
  list: async (_input, _context, deps) => {
    const rhythm = rhythmOf(deps);
    return (await listNodes(deps.db)).map((row) => presentNode(row, rhythm));
  },
  update: saveNode,
  delete: removeNodeCall,
  clearUpdatetimes: clearing(lockNodes, clearPushes),
  enrolCode,
  entryList: async (_input, _context, { db }) => (await listEntries(db)).map(presentEntry),
  entryUpdate,
  entryDelete,
  lineList: async (_input, _context, { db }) => {
    const [rows, sources] = [await listLines(db), await listLineSources(db)];
    const sourceOf = new Map(sources.map((source) => [source.line.id, source]));
    return rows.map((row) => presentLine(row, sourceOf.get(row.id)));
  },
  lineUpdate: saveLine,
  lineDelete,
  lineResetHot: clearing(lockLineCounters, clearLineCounters),
};
