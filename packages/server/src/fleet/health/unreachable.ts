import type { NodeTrouble } from '@skyport/contract/node-trouble';
import { inTransaction } from '@skyport/db';
import { notifyOperators, type NotifyDeps } from '../../notices/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { findNodeName, raiseAlarm } from './alarm-store.ts';

const HREF = '#/admin_agents';
const text = (name: string): string => `节点“${name}”已离线，请检查服务器和网络`;

/** A node that has not answered for several checks. */
interface Unreachable {
  readonly nodeId: string;
  readonly trouble: NodeTrouble;
  readonly at: Date;
}

/** Raises the alarm of a node that cannot be reached and notifies the operators, once until it was reached again. */
export const raiseUnreachable = (
  deps: NotifyDeps & Pick<Deps, 'db'>,
  { nodeId, trouble, at }: Unreachable,
): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const alarm = { id: deps.ids.next(), nodeId, kind: 'unreachable', reason: { code: 'away', trouble }, at } as const;
    if (!(await raiseAlarm(trx, alarm))) return;
    const name = (await findNodeName(trx, nodeId)) ?? nodeId;
    await notifyOperators(trx, deps, { kind: 'node', href: HREF, text: text(name), name: 'node_offline' });
  });
