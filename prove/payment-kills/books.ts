import { auditShop } from '../shop/journal.ts';
import type { Audited } from './provider.ts';

/** Claims of money that was paid, and which nothing settles by itself any more. */
const doubtful = async ({ shop, forged }: Audited): Promise<string[]> => {
  const rows = await shop.app.deps.db
    .selectFrom('claims')
    .select(['reference', 'verdict'])
    .where('state', '=', 'doubtful')
    .execute();
  return rows
    .filter(({ reference }) => !forged.has(reference))
    .map(({ reference, verdict }) => `${reference} was paid and is left to staff: ${verdict}`);
};

/** Holds the shop against the simulators' own books, and against itself; all that was paid has been told of by now. */
export const auditPayments = async (world: Audited): Promise<string[]> => {
  const problems: string[] = [];
  for (const provider of world.providers) problems.push(...(await provider.audit(world)));
  return [...(await auditShop(world.shop.app, world.journal, world.people)), ...problems, ...(await doubtful(world))];
};
