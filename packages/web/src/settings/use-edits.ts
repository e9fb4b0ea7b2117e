import type { SettingsState } from '@skyport/contract/settings';
import { rowOf, secretNames, settingNames } from '@skyport/contract/settings-rules';
import type { SettingName } from '@skyport/contract/settings-table';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { draftKey } from '../device/own-storage.ts';
import { readDraft, writeDraft } from '../device/draft.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { changedNames, type Edits, NO_EDITS, problemsOf } from './rules.ts';

const STORED = draftKey('settings');

const Name = z.enum(settingNames as [SettingName, ...SettingName[]]);
const Stored = z.object({
  base: z.number(),
  values: z.partialRecord(Name, z.union([z.string(), z.number(), z.boolean()])),
  clear: z.array(Name),
});

interface Kept extends Edits {
  readonly base: number;
}

const isSecret = (name: string): boolean => secretNames.includes(name as SettingName);

/** What is kept for later: secrets that were typed stay in the page, the browser's storage is no place for them. */
const keepable = ({ base, values, clear }: Kept): object | undefined => {
  const plain = Object.entries(values).filter(([name]) => !isSecret(name));
  return plain.length + clear.length > 0 ? { base, clear, values: Object.fromEntries(plain) } : undefined;
};

/** The settings as they are being changed. */
export interface SettingsEdits extends Edits {
  readonly changed: readonly SettingName[];
  readonly problems: Readonly<Partial<Record<SettingName, string>>>;
  /** Version that the changes were made from. */
  readonly base: number;
  /** Somebody else saved since. */
  readonly stale: boolean;
  /** A secret was typed: it is lost with the page, which nothing else is. */
  readonly holdsSecret: boolean;
  readonly valueOf: (name: SettingName) => unknown;
  readonly put: (name: SettingName, value: unknown) => void;
  /** Says that a secret is to be taken away, or is to stay after all. */
  readonly putClear: (name: SettingName, clear: boolean) => void;
  readonly discard: () => void;
  /** Goes on from this version, the newest unless said otherwise. */
  readonly rebase: (version?: number) => void;
}

/** What is kept after a change. What was changed back to what is saved begins anew from the newest version. */
const edited = (was: Kept | undefined, state: SettingsState, change: (edits: Edits) => Edits): Kept => {
  const edits = was ?? NO_EDITS;
  const base = was && changedNames(was, state).length > 0 ? was.base : state.version;
  return { ...change(edits), base };
};

const without = (values: Edits['values'], name: SettingName): Edits['values'] =>
  Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));

/** Changes on top of what the server has; they outlive the page, but for secrets. */
export const useEdits = (state: SettingsState): SettingsEdits => {
  const [kept, setKept] = useState<Kept | undefined>(() => readDraft(STORED, Stored));
  const edits: Edits = kept ?? NO_EDITS;
  const base = kept?.base ?? state.version;
  const changed = changedNames(edits, state);
  const isDirty = changed.length > 0;
  useEffect(() => writeDraft(STORED, isDirty && kept ? keepable(kept) : undefined), [kept, isDirty]);
  useUnsaved(isDirty);
  const change = useCallback(
    (how: (edits: Edits) => Edits): void => setKept((was) => edited(was, state, how)),
    [state],
  );
  const put = useCallback(
    (name: SettingName, value: unknown): void =>
      change(({ values, clear }) => ({ clear, values: { ...values, [name]: value } })),
    [change],
  );
  const putClear = useCallback(
    (name: SettingName, isCleared: boolean): void =>
      change(({ values, clear }) => {
        const others = clear.filter((each) => each !== name);
        return { values: without(values, name), clear: isCleared ? [...others, name] : others };
      }),
    [change],
  );
  return {
    ...edits,
    changed,
    problems: problemsOf(edits, state),
    base,
    stale: isDirty && base !== state.version,
    holdsSecret: changed.some((name) => isSecret(name) && !edits.clear.includes(name)),
    valueOf: (name) => edits.values[name] ?? (rowOf(name).kind === 'secret' ? '' : state[name]),
    put,
    putClear,
    discard: () => setKept(undefined),
    rebase: (version = state.version) => setKept((was) => was && { ...was, base: version }),
  };
};
