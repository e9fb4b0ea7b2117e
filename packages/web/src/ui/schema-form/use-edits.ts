import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { Field } from './field-spec.ts';

/** A form whose values are kept without their types. */
export type AnyForm = UseFormReturnType<Record<string, unknown>>;

type Values = Readonly<Record<string, unknown>>;

/** The values after some were changed, with what hangs on these; what was asked for outright wins. */
const withEffects = (fields: readonly Field[], values: Values, part: Values): Record<string, unknown> => {
  let next: Values = { ...values, ...part };
  for (const { name, effect } of fields) if (effect && name in part) next = { ...next, ...effect(next), ...part };
  return { ...next };
};

/** How the fields of a form are changed. */
export interface Edits {
  /** Changes fields, by typing into `typed` or, without it, from outside of their inputs. */
  readonly edit: (part: Values, typed?: string) => void;
  /**
   * Grows when a field got a value from outside: some inputs keep the text that was typed, and start anew with the text
   * that belongs to the value.
   */
  readonly roundOf: (name: string) => number;
}

/** Changes of a form's fields; each takes along what hangs on it. */
export const useEdits = (fields: readonly Field[], { values, setValues }: AnyForm): Edits => {
  const [rounds, setRounds] = useState<Readonly<Record<string, number>>>({});
  const roundOf = (name: string): number => rounds[name] ?? 0;
  const edit: Edits['edit'] = (part, typed) => {
    const next = withEffects(fields, values, part);
    const given = Object.keys(next).filter((name) => name in part || next[name] !== values[name]);
    const anew = given.filter((name) => name !== typed).map((name) => [name, roundOf(name) + 1]);
    setValues(next);
    setRounds({ ...rounds, ...Object.fromEntries(anew) });
  };
  return { edit, roundOf };
};
