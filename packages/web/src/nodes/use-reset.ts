import type { BuiltCall } from '@skyport/contract/call';
import { useChange } from '../api/index.ts';
import type { Question } from '../ui/confirm.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import type { ToastText } from '../ui/toasts.ts';

/** Texts of setting a count back to zero. */
interface ResetTexts {
  readonly reset: string;
  readonly resetTitle: string;
  readonly resetText: (name: string) => string;
  readonly resetAllText: string;
  readonly resetDone: ToastText;
  readonly resetFailed: ToastText;
}

interface ResetOptions {
  /** The call that resets the staff record with an id, or all of them without one. */
  readonly call: BuiltCall;
  readonly list: BuiltCall;
  readonly texts: ResetTexts;
  readonly ask: (question: Question) => void;
}

/** Sets the counts of one staff record, or of all of them, back to zero after a question. */
export const useReset = ({
  call,
  list,
  texts,
  ask,
}: ResetOptions): {
  readonly askAll: () => void;
  readonly actionOf: (row: { readonly _id: string; readonly name: string }) => RowAction;
} => {
  const { run } = useChange(call, {
    done: texts.resetDone,
    failed: { prefix: texts.resetFailed },
    invalidates: [list],
  });
  const askFor = (text: string, input: object): void => ask({ title: texts.resetTitle, text, run: () => run(input) });
  return {
    askAll: () => askFor(texts.resetAllText, {}),
    actionOf: ({ _id, name }) => ({ label: texts.reset, run: () => askFor(texts.resetText(name), { id: _id }) }),
  };
};
