import { codes } from '@skyport/contract/codes';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { noticesCalls } from '@skyport/contract/notices';
import { settingsCalls as calls, type SettingsState } from '@skyport/contract/settings';
import { useState } from 'react';
import { useChange } from '../api/index.ts';
import { inputOf } from './rules.ts';
import { texts } from './texts.ts';
import type { SettingsEdits } from './use-edits.ts';

interface Saving {
  readonly state: SettingsState;
  readonly edits: SettingsEdits;
  readonly onReadAgain: () => Promise<unknown>;
  readonly onRefused: (problem: FieldProblem) => void;
}

/** What saves the changes. */
export interface SettingsSave {
  readonly run: () => Promise<void>;
  /** Somebody else saved since the changes were begun; what is being saved itself makes a newer version, too. */
  readonly overtaken: boolean;
}

/**
 * Saves, and says so; a conflict reads what somebody else has saved, and keeps what was typed: the page says that, so
 * that no toast does.
 */
export const useSave = ({ state, edits, onReadAgain, onRefused }: Saving): SettingsSave => {
  const [busy, setBusy] = useState(false);
  const save = useChange(calls.setConfig, {
    done: texts.saved,
    failed: ({ code }) => (code === codes.conflict.code ? undefined : { prefix: texts.saveFailed }),
    // Every page names the site, also the one that is open.
    invalidates: [calls.get, calls.history, noticesCalls.hostGet],
    onDone: edits.discard,
    onFailed: ({ code }) => {
      if (code === codes.conflict.code) void onReadAgain();
    },
  });
  const run = async (): Promise<void> => {
    const { values, clear } = inputOf(edits, state);
    setBusy(true);
    await save.run({ ...values, clear, version: edits.base }, onRefused);
    setBusy(false);
  };
  return { run, overtaken: edits.stale && !busy };
};
