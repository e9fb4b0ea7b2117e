import { isDeepStrictEqual } from 'node:util';
import { MOST_INSTANCES, type payInstanceCalls } from '@skyport/contract/pay-instances';
import { inTransaction, type Db } from '@skyport/db';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Deps, Handler, HandlersOf } from '../../platform/deps.ts';
import { createFaultLog } from '../../platform/error-log.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { fieldsOfForm, termsOfForm } from './draft.ts';
import {
  changeInstance,
  findInstance,
  insertInstance,
  listInstances,
  listUsedNames,
  lockCount,
  lockInstance,
  removeInstance,
  type InstanceRow,
} from './instance-store.ts';
import { makeInstance } from './made.ts';
import { chosenFor, presentInstances } from './present.ts';
import { closed } from './secret-fields.ts';
import { instanceTexts as texts } from './texts.ts';

type Calls = typeof payInstanceCalls;

/** How long a gateway has to answer a test. */
const TEST_MS = 15 * SECOND_MS;
const NAME_LENGTH = 10;

const presentOne = async (db: Db, deps: Deps, row: InstanceRow) => (await presentInstances(db, deps, [row]))[0]!;

const closedOnes = (deps: Deps, name: string, { secrets }: Pick<ReturnType<typeof fieldsOfForm>, 'secrets'>) =>
  Object.fromEntries(secrets.map((secret) => [secret.field, closed(deps.secrets, { name, ...secret })]));

/** Does a change in a transaction, then has this process know it at once. */
const changing = async <T>(deps: Deps, change: (trx: Db) => Promise<T>): Promise<T> => {
  const done = await inTransaction(deps.db, change);
  await deps.payments.refresh();
  return done;
};

/** Whether a change is none: JSON in the database has an order of its own. */
const isAsStored = (stored: InstanceRow, change: Partial<InstanceRow>): boolean =>
  isDeepStrictEqual({ ...stored, ...change }, stored);

/** The instance of an id and version, locked; refuses one that is gone, or that somebody else has changed. */
const lockShown = async (trx: Db, { _id, version }: { readonly _id: string; readonly version: number }) => {
  const row = (await lockInstance(trx, _id)) ?? refuse('notFound');
  return row.version === version ? row : refuse('conflict', texts.overtaken);
};

const makeOne: Handler<Calls['makeInstance']> = ({ kind, ...form }, { audited }, deps) => {
  const typed = fieldsOfForm(kind, form);
  return changing(deps, async (trx) => {
    if ((await lockCount(trx)) >= MOST_INSTANCES) refuse('conflict', texts.tooMany(MOST_INSTANCES));
    const id = deps.ids.next();
    const name = `${kind}_${deps.ids.code(NAME_LENGTH).toLowerCase()}`;
    const row = await audited(trx, { ids: [id] }, () =>
      insertInstance(trx, {
        ...termsOfForm(form),
        id,
        name,
        kind,
        config: typed.config,
        secrets: closedOnes(deps, name, typed),
        created_at: deps.clock.now(),
      }),
    );
    return presentOne(trx, deps, row);
  });
};

const updateOne: Handler<Calls['updateInstance']> = ({ _id, version, ...form }, { audited }, deps) =>
  changing(deps, async (trx) => {
    const stored = await lockShown(trx, { _id, version });
    const shown = await presentOne(trx, deps, stored);
    const typed = fieldsOfForm(shown.kind, form);
    // Another merchant's money would be refused, and this one's too from now on.
    if (shown.has_trades && typed.config['pid'] !== stored.config['pid'])
      refuseField({ field: 'pid', message: texts.merchantStays });
    // A stored secret is sent to no other gateway than the one that it was typed for.
    const isMoved = typed.config['gateway'] !== stored.config['gateway'];
    if (isMoved && stored.secrets['key'] !== undefined && !typed.secrets.some(({ field }) => field === 'key'))
      refuseField({ field: 'key', message: texts.retypeSecret });
    const secrets = { ...stored.secrets, ...closedOnes(deps, stored.name, typed) };
    const change = { ...termsOfForm(form), config: typed.config, secrets };
    const { lacks } = makeInstance(deps, { ...stored, ...change });
    if (stored.is_on && lacks !== undefined) refuse('conflict', texts.lacksNow(lacks));
    const row = await audited(trx, { ids: [_id] }, async () =>
      isAsStored(stored, change) ? stored : changeInstance(trx, _id, change),
    );
    return presentOne(trx, deps, row);
  });

const switchOne: Handler<Calls['switchInstance']> = ({ on, ...which }, { audited }, deps) =>
  changing(deps, async (trx) => {
    const stored = await lockShown(trx, which);
    const { lacks } = makeInstance(deps, stored);
    if (on && lacks !== undefined) refuse('conflict', texts.lacks(lacks));
    const row = await audited(trx, { ids: [stored.id] }, async () =>
      stored.is_on === on ? stored : changeInstance(trx, stored.id, { is_on: on }),
    );
    return presentOne(trx, deps, row);
  });

const deleteOne: Handler<Calls['deleteInstance']> = (which, { audited }, deps) =>
  changing(deps, async (trx) => {
    const stored = await lockShown(trx, which);
    if (chosenFor(deps, stored).length > 0) refuse('conflict', texts.isChosen);
    if ((await listUsedNames(trx, [stored.name])).size > 0) refuse('conflict', texts.hasTrades);
    await audited(trx, { ids: [stored.id] }, () => removeInstance(trx, stored.id));
    return {};
  });

/** What a test of an instance finds: a Chinese sentence of what is wrong, or null. */
const tryOut = async (deps: Deps, row: InstanceRow): Promise<string | null> => {
  const { provider, lacks } = makeInstance(deps, row);
  if (lacks !== undefined) return lacks;
  if (!provider.test) return texts.untestable;
  try {
    return (await provider.test(AbortSignal.timeout(TEST_MS))) ?? null;
  } catch (fault) {
    await createFaultLog(deps)(fault, { call: `test of ${row.name}`, requestId: '' });
    return texts.failed;
  }
};

const testOne: Handler<Calls['testInstance']> = async ({ _id }, { audited }, deps) => {
  const row = (await findInstance(deps.db, _id)) ?? refuse('notFound');
  const problem = await tryOut(deps, row);
  const note = () => ({ works: problem === null });
  return inTransaction(deps.db, (trx) => audited(trx, { ids: [_id], note }, async () => ({ problem })));
};

/** Payment instances, for admins. */
export const payInstanceHandlers: HandlersOf<Calls> = {
  instances: async (_input, _context, deps) => presentInstances(deps.db, deps, await listInstances(deps.db)),
  makeInstance: makeOne,
  updateInstance: updateOne,
  switchInstance: switchOne,
  deleteInstance: deleteOne,
  testInstance: testOne,
};
