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
  /** The refusal of the same wish with another form. */
  readonly otherwise?: string;
}

/** Who wishes, and what that takes. */
interface Wisher {
  readonly caller: Pick<Account, 'id'>;
  readonly deps: Pick<Deps, 'secrets' | 'clock'>;
}

const OTHERWISE = '已按先前填写的内容创建，请关闭窗口后在列表中修改';

/**
 * Id of the record that the same wish of the same account has made; undefined where it is to be made now. Of two equal
 * wishes at once the second waits here. Refuses a wish that is sent with another form than the first time: a person who
 * heard no answer and went on typing must not believe that this was done.
 */
export const wishedBefore = async (
  trx: Db,
  { caller, deps }: Wisher,
  { kind, form, id, otherwise = OTHERWISE }: Making,
): Promise<string | undefined> => {
  const { _id, change, ...filled } = form;
  if (_id !== undefined || change === undefined) return undefined;
  const made_by = caller.id;
  const form_mac = deps.secrets.mac('made-once', `${kind} ${JSON.stringify(filled)}`);
  if (await insertMade(trx, { made_by, change, kind, record_id: id, form_mac, made_at: deps.clock.now() }))
    return undefined;
  const known = await getMade(trx, { made_by, change });
  if (!known.form_mac.equals(form_mac)) refuse('conflict', otherwise);
  return known.record_id;
};

/** The same for a change by staff, whose audit hears that nothing is changed. */
export const madeBefore = async (
  trx: Db,
  { audited, ...wisher }: Wisher & StaffContext,
  making: Making,
): Promise<string | undefined> => {
  const known = await wishedBefore(trx, wisher, making);
  if (known !== undefined) await audited(trx, { ids: [] }, () => Promise.resolve());
  return known;
};
