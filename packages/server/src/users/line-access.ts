import type { userPageCalls } from '@skyport/contract/users-page';
import { explainLines } from '../fleet/index.ts';
import { listLineSources, listNodes } from '../nodes/index.ts';
import { permissionNames } from '../permissions/index.ts';
import type { Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';

/** Every line with what keeps an account from it. A node without an agent serves nobody, whatever it is to do. */
export const lineAccess: Handler<(typeof userPageCalls)['lineAccess']> = async ({ uid }, _context, deps) => {
  const explained = (await explainLines(deps, uid)) ?? refuse('notFound');
  const [lines, nodes, permissions] = await Promise.all([
    listLineSources(deps.db),
    listNodes(deps.db),
    permissionNames(deps.db),
  ]);
  const names = new Map(lines.map(({ line }) => [line.id, line.name]));
  const joined = new Map(nodes.map(({ id, enrolled }) => [id, enrolled]));
  return explained.map(({ node, line, served, conditions }) => {
    const held = { ...conditions, joined: joined.get(node.id) ?? false };
    return {
      _id: line.id,
      name: names.get(line.id) ?? line.id,
      node: node.name,
      public: line.isPublic,
      permission: line.permissionRequire === null ? '' : (permissions.get(line.permissionRequire) ?? ''),
      served: served && held.joined,
      conditions: held,
    };
  });
};
