import type { userPageCalls } from '@skyport/contract/users-page';
import { explainLines } from '../fleet/index.ts';
import { permissionNames } from '../permissions/index.ts';
import type { Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';

/** Every line with what keeps an account from it. */
export const lineAccess: Handler<(typeof userPageCalls)['lineAccess']> = async ({ uid }, _context, deps) => {
  const explained = (await explainLines(deps, uid)) ?? refuse('notFound');
  const permissions = await permissionNames(deps.db);
  return explained.map(({ sold: { line, isPublic }, node, served, problem, conditions }) => ({
    _id: line.id,
    name: line.name,
    node,
    public: isPublic,
    permission: line.permissionRequire === null ? '' : (permissions.get(line.permissionRequire) ?? ''),
    served,
    problem: problem ?? '',
    conditions,
  }));
};
