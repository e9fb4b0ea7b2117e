import type { Db } from '@skyport/db';
import type { Account, Deps, StaffContext } from './deps.ts';
import { getMade, insertMade } from './made-once-store.ts';
import { refuse } from './refuse.ts';

/** A form that makes a record or saves one; `change` names the wish to make it. */
interface NamedForm {
  readonly _id?: string | undefined;
  readonly change?: string | undefined;
}

/** A record that is about to be made: what it is, the form that makes it, and its id if it is made now. */
interface Making {
  readonly kind: string;
  readonly form: NamedForm;
  readonly id: string;
}

/** Who makes it, and what that takes. */
interface Maker extends StaffContext {
  readonly caller: Account;
  readonly deps: Pick<Deps, 'secrets' | 'clock'>;
}

const OTHERWISE = '已按先前填写的内容创建，请关闭窗口后在列表中修改';

/**
 * Id of what the same wish of the same person has made before, which the call answers with again; undefined where the
 * record is to be made now, or saved. Asked first in the transaction: of two equal wishes at once the second one waits
 * here, and sees what the first has made. Refuses a wish that is sent with another form than the first time: whoever
 * heard no answer and went on typing must not believe that this was saved.
 */
export const madeBefore = async (
  trx: Db,
  { caller, audited, deps }: Maker,
  { kind, form, id }: Making,
): Promise<string | undefined> => {
  const { _id, change, ...filled } = form;
  if (_id !== undefined || change === undefined) return undefined;
  const made_by = caller.id;
  const form_mac = deps.secrets.mac('made-once', `${kind} ${JSON.stringify(filled)}`);
  if (await insertMade(trx, { made_by, change, kind, record_id: id, form_mac, made_at: deps.clock.now() }))
    return undefined;
  const known = await getMade(trx, { made_by, change });
  if (!known.form_mac.equals(form_mac)) refuse('conflict', OTHERWISE);
  // Nothing is changed, and the audit hears so.
  await audited(trx, { ids: [] }, () => Promise.resolve());
  return known.record_id;
};
