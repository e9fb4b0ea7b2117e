import type { nodesCalls } from '@skyport/contract/nodes';
import { inTransaction } from '@skyport/db';
import type { CallContext, Deps, Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { handPrefix, joinCommand, scriptAddress } from './join-command.ts';
import { nodesAt } from './neighbour-store.ts';
import { openEnrolment } from './ssh.ts';
import { lockNode } from './store.ts';

/** The panel as a server finds it: where its operator says, else where the admin's browser has found it. */
const panelAddress = (
  { page, host }: Pick<CallContext<unknown>, 'page' | 'host'>,
  { env }: Pick<Deps, 'env'>,
): string => env.PUBLIC_URL || (URL.canParse(page) ? new URL(page).origin : `https://${host}`);

/** Makes a node's one-time code, and the line that lets a server join with it. */
export const enrolCode: Handler<(typeof nodesCalls)['enrolCode']> = async ({ id }, context, deps) =>
  inTransaction(deps.db, async (trx) => {
    const node = (await lockNode(trx, id)) ?? refuse('notFound');
    const { code, expires } = await context.audited(trx, { ids: [id] }, () => openEnrolment(trx, id, deps));
    const named = deps.settings.current()[`${node.server_type}_install`];
    const script = scriptAddress(node.server_type, named, panelAddress(context, deps));
    const prefix = handPrefix(node.num, await nodesAt(trx, node.ip || node.host));
    return { code, expires: expires.toISOString(), command: joinCommand({ node, code, script, prefix }) };
  });
