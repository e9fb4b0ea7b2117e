import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import type { Values } from '@skyport/contract/changed-fields';
import type { CallError } from '@skyport/contract/client';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { type ChangeOptions, readAgain, useChange } from '../api/index.ts';
import type { Question } from '../ui/confirm.tsx';
import type { FormSchema } from '../ui/schema-form/field-spec.ts';
import { type Merge, mergeOf, type ReadFields } from './merge.tsx';

interface MergingSave<S extends FormSchema, U extends BuiltCall> extends ReadFields<S> {
  readonly call: U;
  /** The list that is read again. */
  readonly list: BuiltCall;
  readonly toasts: Pick<ChangeOptions<U>, 'done' | 'failed'>;
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
 * Saves a staff record. Whoever was overtaken by somebody else is told what changed and asked whether it is saved with
 * the changes of both; the form closes when it was.
 */
export const useMergingSave = <S extends FormSchema, U extends BuiltCall>({
  call,
  list,
  toasts,
  ask,
  close,
  ...form
}: MergingSave<S, U>): SaveRecord<S, U> => {
  const client = useQueryClient();
  const refused = useRef<CallError>(undefined);
  const { run } = useChange(call, {
    ...toasts,
    invalidates: [list],
    onFailed: (problem) => {
      refused.current = problem;
    },
  });
  const mergeWith = (mine: Values): Merge | undefined => refused.current && mergeOf(form, refused.current, mine);
  return async (values, onRefused) => {
    const saved = await run(values as Input<U>, onRefused);
    const merge = saved === undefined ? mergeWith(values as Values) : undefined;
    if (!merge) return saved;
    await readAgain(client, [list]);
    ask({ ...merge, run: async () => (await run(merge.values as Input<U>)) && close() });
    return undefined;
  };
};
