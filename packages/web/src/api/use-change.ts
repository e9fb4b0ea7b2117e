import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { type FieldProblem, refusedField } from '@skyport/contract/field-refusal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { hideToast, showToast, toast, type ToastText } from '../ui/toasts.ts';
import { callServer } from './client.ts';
import { toastCommonFailure } from './errors-to-toast.ts';
import { forSamePerson } from './person.ts';
import { readAgain } from './read-options.ts';

/** Toast of a refusal: a text, or one that the server's message is added to. */
export type RefusalToast = ToastText | { readonly prefix: ToastText };

/** What is said and done after a change. */
export interface ChangeOptions<C extends BuiltCall> {
  /** Toast of success. */
  readonly done?: ToastText | ((answer: Output<C>) => ToastText | undefined);
  /** Toast of a refusal, the same for all or one by what was refused. */
  readonly failed?: RefusalToast | ((problem: CallError) => RefusalToast | undefined);
  /** Reads that are stale after it. */
  readonly invalidates?: readonly BuiltCall[];
  /** A conflict makes them stale, too: it may have been made by an earlier try whose answer was lost. */
  readonly staleByConflict?: boolean;
  readonly onDone?: (answer: Output<C>) => void;
  readonly onFailed?: (problem: CallError) => void;
}

/**
 * A change under way or at rest. `run` gives the answer, or undefined when it was refused: a toast said so, and
 * `onField` hears of it when the refusal concerns one field of the form.
 */
export interface Change<C extends BuiltCall> {
  readonly run: (input: Input<C>, onField?: (problem: FieldProblem) => void) => Promise<Output<C> | undefined>;
  readonly busy: boolean;
}

/** Makes changing calls with their toasts, and reads again what they made stale. */
export const useChange = <C extends BuiltCall>(row: C, options: ChangeOptions<C> = {}): Change<C> => {
  const client = useQueryClient();
  const mutation = useMutation<Output<C>, unknown, Input<C>>({
    mutationFn: (input) => forSamePerson(() => callServer(row, input)),
  });
  const refusal = useRef<ToastText>(undefined);
  const stale = options.invalidates ?? [];
  const fail = (problem: CallError): void => {
    if (!toastCommonFailure(problem)) refusal.current = toastRefusal(problem, options.failed);
    if (options.staleByConflict && problem.code === codes.conflict.code) void readAgain(client, stale);
    options.onFailed?.(problem);
  };
  const run: Change<C>['run'] = async (input, onField) => {
    try {
      const answer = await mutation.mutateAsync(input);
      if (refusal.current) hideToast(refusal.current, 'error');
      refusal.current = undefined;
      await readAgain(client, stale);
      const message = typeof options.done === 'function' ? options.done(answer) : options.done;
      if (message) showToast(message, 'success');
      options.onDone?.(answer);
      return answer;
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      fail(problem);
      const field = refusedField(problem.data);
      if (field !== undefined) onField?.({ field, message: problem.msg });
      return undefined;
    }
  };
  return { run, busy: mutation.isPending };
};

/** Shows the toast of a refusal, and gives it; undefined where there is none. */
const toastRefusal = <C extends BuiltCall>(
  problem: CallError,
  failed: ChangeOptions<C>['failed'],
): ToastText | undefined => {
  const message = typeof failed === 'function' ? failed(problem) : failed;
  if (!message) return undefined;
  const shown = 'prefix' in message ? toast(message.prefix.text + problem.msg, message.prefix.ms) : message;
  showToast(shown, 'error');
  return shown;
};
