import { isDeepStrictEqual } from 'node:util';
import { MOST_INSTANCES, type PayInstance, type payInstanceCalls } from '@skyport/contract/pay-instances';
import { fieldsOfKind, payKinds } from '@skyport/contract/pay-kinds';
import { inTransaction, type Db } from '@skyport/db';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Deps, Handler, HandlersOf } from '../../platform/deps.ts';
import { createFaultLog } from '../../platform/error-log.ts';
import { madeBefore } from '../../platform/made-once.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { fieldsOfForm, termsOfForm, type TypedFields } from './draft.ts';
import {
  changeInstance,
  findInstance,
  findOtherOn,
  insertInstance,
  listInstances,
  listUsedNames,
  lockCount,
  lockInstance,
  removeInstance,
  type InstanceRow,
} from './instance-store.ts';
import { accountOf, makeInstance } from './made.ts';
import { chosenFor, presentInstances } from './present.ts';
import { encryptField } from './secret-fields.ts';
import { instanceTexts as texts } from './texts.ts';

type Calls = typeof payInstanceCalls;

/** How long a gateway has to answer a test. */
const TEST_MS = 15 * SECOND_MS;
const NAME_LENGTH = 10;

const presentOne = async (db: Db, deps: Deps, row: InstanceRow) => (await presentInstances(db, deps, [row]))[0]!;

const encryptedSecrets = (deps: Deps, name: string, { secrets }: Pick<ReturnType<typeof fieldsOfForm>, 'secrets'>) =>
  Object.fromEntries(secrets.map((secret) => [secret.field, encryptField(deps.secrets, { name, ...secret })]));

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

const makeOne: Handler<Calls['makeInstance']> = ({ kind, ...form }, { audited, caller }, deps) => {
  const typed = fieldsOfForm(kind, form);
  return changing(deps, async (trx) => {
    const id = deps.ids.next();
    const making = { kind: 'payInstance', form: { kind, ...form }, id };
    const before = await madeBefore(trx, { caller, audited, deps }, making);
    if (before !== undefined) return presentOne(trx, deps, (await lockInstance(trx, before)) ?? refuse('notFound'));
    if ((await lockCount(trx)) >= MOST_INSTANCES) refuse('conflict', texts.tooMany(MOST_INSTANCES));
    const name = `${kind}_${deps.ids.code(NAME_LENGTH).toLowerCase()}`;
    const secrets = encryptedSecrets(deps, name, typed);
    const row = await audited(trx, { ids: [id] }, () =>
      insertInstance(trx, {
        ...termsOfForm(form),
        id,
        name,
        kind,
        config: typed.config,
        secrets,
        account: accountOf(deps, { name, kind, config: typed.config, secrets }),
        created_at: deps.clock.now(),
      }),
    );
    return presentOne(trx, deps, row);
  });
};

/** Refuses at its field what may not change, or not by itself. */
const refuseMoves = ({ kind, has_trades }: PayInstance, stored: InstanceRow, typed: TypedFields): void => {
  const isMoved = typed.config['gateway'] !== stored.config['gateway'];
  for (const [field, { label, lasting, travels }] of fieldsOfKind(payKinds[kind])) {
    // Another merchant's money would be refused, and this one's too from now on.
    if (lasting && has_trades && typed.config[field] !== stored.config[field])
      refuseField({ field, message: texts.merchantStays(label) });
    // A stored secret is sent to no other gateway than the one that it was typed for.
    const isKept = stored.secrets[field] !== undefined && !typed.secrets.some((secret) => secret.field === field);
    if (travels && isMoved && isKept) refuseField({ field, message: texts.retypeSecret });
  }
};

/** Refuses a second switched-on instance for one product of an account. */
const refuseSecond = async (trx: Db, row: Pick<InstanceRow, 'id' | 'account' | 'product'>): Promise<void> => {
  // Of two that are switched on at once, one waits here for the other.
  await lockCount(trx);
  const other = await findOtherOn(trx, row);
  if (other) refuse('conflict', texts.sameAccount(other.label));
};

const updateOne: Handler<Calls['updateInstance']> = ({ _id, version, ...form }, { audited }, deps) =>
  changing(deps, async (trx) => {
    const stored = await lockShown(trx, { _id, version });
    const shown = await presentOne(trx, deps, stored);
    const typed = fieldsOfForm(shown.kind, form);
    refuseMoves(shown, stored, typed);
    const secrets = { ...stored.secrets, ...encryptedSecrets(deps, stored.name, typed) };
    const typedOver = { ...termsOfForm(form), config: typed.config, secrets };
    const account = accountOf(deps, { ...stored, ...typedOver });
    const isSame = account === stored.account;
    const change = { ...typedOver, account, shares_account: stored.shares_account && isSame };
    const { lacks } = makeInstance(deps, { ...stored, ...change });
    if (stored.is_on && lacks !== undefined) refuse('conflict', texts.lacksNow(lacks));
    if (stored.is_on && !isSame) await refuseSecond(trx, { ...stored, account });
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
    if (on && !stored.is_on) await refuseSecond(trx, stored);
    const row = await audited(trx, { ids: [stored.id] }, async () =>
      stored.is_on === on ? stored : changeInstance(trx, stored.id, { is_on: on, shares_account: false }),
    );
    return presentOne(trx, deps, row);
  });

const deleteOne: Handler<Calls['deleteInstance']> = (which, { audited }, deps) =>
  changing(deps, async (trx) => {
    const stored = await lockShown(trx, which);
    // Nobody chooses it from here on, and what others have chosen a moment ago is seen.
    await lockCount(trx);
    const settings = await deps.settings.fresh(trx);
    if (chosenFor(settings, stored).length > 0) refuse('conflict', texts.isChosen);
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
