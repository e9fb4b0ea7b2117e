import type { BuiltCall, Input } from '@skyport/contract/call';
import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useRef } from 'react';
import { useChange } from '../api/index.ts';
import type { Question } from '../ui/confirm.tsx';
import type { ToastText } from '../ui/toasts.ts';

interface RemovalOptions {
  readonly done: ToastText;
  readonly failed: ToastText;
  readonly invalidates: readonly BuiltCall[];
  readonly onFailed?: (problem: CallError) => void;
}

/** A removal for a question: what removes, and the reason of a refusal that the question's window keeps. */
export interface Removal<C extends BuiltCall> extends Required<Pick<Question, 'problem'>> {
  readonly run: (input: Input<C>) => Promise<unknown>;
}

const namesReason = ({ code }: CallError): boolean => code === codes.conflict.code;

/** Removes records after a question. A conflict says what stands in the way: its window keeps it; others are toasts. */
export const useRemoval = <C extends BuiltCall>(
  call: C,
  { failed, onFailed, ...options }: RemovalOptions,
): Removal<C> => {
  const reason = useRef<string>(undefined);
  const { run } = useChange(call, {
    ...options,
    failed: (problem) => (namesReason(problem) ? undefined : { prefix: failed }),
    onFailed: (problem) => {
      if (namesReason(problem)) reason.current = `${failed.text}${problem.msg}`;
      onFailed?.(problem);
    },
  });
  return {
    run: (input) => {
      reason.current = undefined;
      return run(input);
    },
    problem: () => reason.current,
  };
};
