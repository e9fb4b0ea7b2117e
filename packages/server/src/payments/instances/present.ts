import type { PayInstance } from '@skyport/contract/pay-instances';
import { PayMode } from '@skyport/contract/orders';
import { payFieldNames, type PayFieldName } from '@skyport/contract/pay-kind';
import { payKindOf, type PayKindName } from '@skyport/contract/pay-kinds';
import type { Settings } from '@skyport/contract/settings-table';
import { yuanOf } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { findOtherOn, listUsedNames, type InstanceRow } from './instance-store.ts';
import { makeInstance, notifyUrlOf, type MakingDeps } from './made.ts';
import { settingOf } from './registry.ts';
import { instanceTexts as texts } from './texts.ts';

/** The ways to pay for which the settings have chosen an instance. */
export const chosenFor = (settings: Settings, { name, kind }: InstanceRow): PayMode[] =>
  PayMode.options.filter(
    (mode) => settings[settingOf[mode]] === name && payKindOf(kind)?.modes.includes(mode) === true,
  );

/** What of an instance stands elsewhere than in its row. */
interface Beside {
  readonly has_trades: boolean;
  /** Another instance of its account, where both are switched on. */
  readonly pairedWith: InstanceRow | undefined;
}

/** What keeps an instance from being used as it should, in Chinese; empty when nothing. */
const problemOf = (deps: MakingDeps, row: InstanceRow, pairedWith: InstanceRow | undefined): string => {
  const lacks = makeInstance(deps, row).lacks ?? (notifyUrlOf(deps, row.name) === '' ? texts.noAddress : '');
  return lacks === '' && pairedWith ? texts.sharesAccount(pairedWith.label) : lacks;
};

const presentOne = (deps: MakingDeps, row: InstanceRow, { has_trades, pairedWith }: Beside): PayInstance => {
  const notify_url = notifyUrlOf(deps, row.name);
  const shown = Object.fromEntries(payFieldNames.map((name) => [name, row.config[name] ?? '']));
  return {
    ...(shown as Record<PayFieldName, string>),
    _id: row.id,
    name: row.name,
    kind: row.kind as PayKindName,
    label: row.label,
    secrets: payFieldNames.filter((name) => (row.secrets[name] ?? '') !== ''),
    fee_percent: row.fee_ppm / 10_000,
    fee_fixed: yuanOf(row.fee_fixed),
    subject: row.subject,
    window_minutes: row.window_minutes,
    on: row.is_on,
    problem: problemOf(deps, row, pairedWith),
    modes: [...(payKindOf(row.kind)?.modes ?? [])],
    chosen: chosenFor(deps.settings.current(), row),
    has_trades,
    notify_url,
    version: row.version,
    create_time: row.created_at.toISOString(),
  };
};

/** Instances as staff see them; those of a kind that this program does not know are left out. */
export const presentInstances = async (
  db: Db,
  deps: MakingDeps,
  rows: readonly InstanceRow[],
): Promise<PayInstance[]> => {
  const used = await listUsedNames(
    db,
    rows.map(({ name }) => name),
  );
  const shown = rows.filter(({ kind }) => payKindOf(kind));
  const pairs = await Promise.all(
    shown.map(async (row) => (row.is_on && row.account !== null ? findOtherOn(db, row) : undefined)),
  );
  return shown.map((row, n) => presentOne(deps, row, { has_trades: used.has(row.name), pairedWith: pairs[n] }));
};
