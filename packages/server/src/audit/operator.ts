import { Id } from '@skyport/contract/units';
import { emailsOf } from '../accounts/index.ts';
import type { Deps } from '../platform/deps.ts';

/** The account that hears of alarms (setting `admin_id`); undefined while it names none. */
export const findOperator = async ({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<{ id: string; email: string } | undefined> => {
  const id = Id.safeParse(settings.current().admin_id.trim());
  if (!id.success) return undefined;
  const email = (await emailsOf(db, [id.data])).get(id.data);
  return email === undefined ? undefined : { id: id.data, email };
};
