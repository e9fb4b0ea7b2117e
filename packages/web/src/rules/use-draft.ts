import { RuleSet, type RulesState } from '@skyport/contract/rules';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { readDraft, writeDraft } from '../device/draft.ts';
import { draftKey } from '../device/own-storage.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { sameRules } from './edit.ts';

/** Key in the session storage for unsaved changes: they survive leaving the page and a reload. */
const STORED = draftKey('rules');

const Stored = z.object({ base: z.number(), rules: RuleSet });

/** Changes that can be undone. */
const MAX_STEPS = 50;

interface Draft {
  readonly base: number;
  readonly rules: RuleSet;
  readonly past: readonly RuleSet[];
}

const stored = (): Draft | undefined => {
  const draft = readDraft(STORED, Stored);
  return draft && { ...draft, past: [] };
};

const store = (draft: Draft | undefined): void => writeDraft(STORED, draft && { base: draft.base, rules: draft.rules });

/** The rules as they are being changed. */
export interface RulesDraft {
  readonly rules: RuleSet;
  /** Version that the changes were made from. */
  readonly base: number;
  readonly dirty: boolean;
  /** Somebody else saved since. */
  readonly stale: boolean;
  readonly change: (rules: RuleSet) => void;
  /** Takes the last change back; undefined when there is none. */
  readonly undo: (() => void) | undefined;
  readonly discard: () => void;
  /** Takes the newest version for the one that the changes were made from. */
  readonly rebase: () => void;
}

/**
 * Changes on top of what the server has. They are somebody's unsaved work: neither a closed window nor a log-out
 * takes them silently.
 */
export const useDraft = (state: RulesState): RulesDraft => {
  const [draft, setDraft] = useState(stored);
  const rules = draft?.rules ?? state.rules;
  const base = draft?.base ?? state.version;
  const dirty = draft !== undefined && !sameRules(rules, state.rules);
  // Whatever is kept counts as unsaved on every page: only what differs from what the server has.
  useEffect(() => store(dirty ? draft : undefined), [draft, dirty]);
  useUnsaved(dirty);
  const past = draft?.past ?? [];
  const last = past.at(-1);
  return {
    rules,
    base,
    dirty,
    stale: dirty && base !== state.version,
    change: (next) => setDraft({ base, rules: next, past: [...past.slice(1 - MAX_STEPS), rules] }),
    undo: last && (() => setDraft({ base, rules: last, past: past.slice(0, -1) })),
    discard: () => setDraft(undefined),
    rebase: () => setDraft({ base: state.version, rules, past }),
  };
};
