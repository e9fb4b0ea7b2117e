import { codes } from '@skyport/contract/codes';
import { rulesCalls as calls } from '@skyport/contract/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Change, readAgain, useChange } from '../api/index.ts';
import type { ToastText } from '../ui/toasts.ts';
import type { RulesDraft } from './use-draft.ts';

type RulesCall = typeof calls.save | typeof calls.restore;

/**
 * Saves or restores the rules. Whoever was overtaken gets the newest version beneath the draft, about which the page
 * says more than a toast could. `busy` until that was read.
 */
export const useRulesChange = <C extends RulesCall>(
  row: C,
  draft: RulesDraft,
  { done, failed }: { readonly done: ToastText; readonly failed: ToastText },
): Change<C> => {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = useChange(row, {
    done,
    failed: ({ code }) => (draft.dirty && code === codes.conflict.code ? undefined : { prefix: failed }),
    invalidates: [calls.get],
    onDone: draft.discard,
    onFailed: ({ code }) => {
      if (code === codes.conflict.code) void readAgain(client, [calls.get]);
    },
  });
  const run: Change<C>['run'] = async (input) => {
    setBusy(true);
    return change.run(input).finally(() => setBusy(false));
  };
  return { run, busy };
};
