import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import type { Values } from '@skyport/contract/changed-fields';
import { codes } from '@skyport/contract/codes';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { type ChangeOptions, readAgain, type RefusalToast, useChange } from '../api/index.ts';
import type { Question } from '../ui/confirm.tsx';
import type { FormSchema } from '../ui/schema-form/field-spec.ts';
import { type Merge, mergeOf, type ReadFields } from './merge.tsx';

interface MergingSave<S extends FormSchema, U extends BuiltCall> extends ReadFields<S> {
  readonly call: U;
  /** What is read again. */
  readonly reads: readonly BuiltCall[];
  readonly toasts: Pick<ChangeOptions<U>, 'done'> & { readonly failed: RefusalToast };
  readonly ask: (question: Question) => void;
  /** Closes the form. */
  readonly close: () => void;
}

/** Saves what a form holds; undefined where it stays open. */
export type SaveRecord<S extends FormSchema, U extends BuiltCall> = (
  values: z.output<S>,
  onRefused?: (problem: FieldProblem) => void,
) => Promise<Output<U> | undefined>;

/**
 * Saves a staff record. Whoever was overtaken by somebody else is told what changed and asked, in the place of a toast,
 * whether it is saved with the changes of both; the form closes when it was.
 */
export const useMergingSave = <S extends FormSchema, U extends BuiltCall>({
  call,
  reads,
  toasts: { done, failed },
  ask,
  close,
  ...form
}: MergingSave<S, U>): SaveRecord<S, U> => {
  const client = useQueryClient();
  /** What is being saved for the first time, and the question that its refusal leads to. */
  const saving = useRef<{ readonly mine?: Values; merge?: Merge | undefined }>({});
  const { run } = useChange(call, {
    ...(done && { done }),
    failed: (problem) => {
      const { mine } = saving.current;
      const merge = mine && mergeOf(form, problem, mine);
      saving.current.merge = merge;
      return merge ? undefined : failed;
    },
    invalidates: reads,
    // What stands already, whoever is refused because of it looks at next.
    onFailed: ({ code }) => {
      if (code === codes.conflict.code && !saving.current.merge) void readAgain(client, reads);
    },
  });
  return async (values, onRefused) => {
    saving.current = { mine: values as Values };
    const saved = await run(values as Input<U>, onRefused);
    const { merge } = saving.current;
    // Nothing of this save is left for the next one, be it that of the question.
    saving.current = {};
    if (!merge) return saved;
    await readAgain(client, reads);
    ask({ ...merge, run: async () => (await run(merge.values as Input<U>)) && close() });
    return undefined;
  };
};
