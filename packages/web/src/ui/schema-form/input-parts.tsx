import type { ReactNode } from 'react';
import type { Choice, Field } from './field-spec.ts';
import classes from './schema-form.module.css';
import { texts } from './texts.ts';

/** What the input of a field is given. */
export interface InputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly choices: readonly Choice[];
  readonly locked: boolean;
  readonly required: boolean;
  readonly note: ReactNode;
  readonly onChange: (value: unknown) => void;
}

/** What all inputs say about themselves. */
export const common = ({ field, error, locked, required, note }: InputProps) => ({
  name: field.name,
  label: field.label,
  // The mark is drawn by the style sheet: the name of the input stays what it is.
  ...(required && !locked && { 'aria-required': true, labelProps: { className: classes.required ?? '' } }),
  ...((field.help !== undefined || note) && {
    description: (
      <>
        {field.help}
        {note}
      </>
    ),
  }),
  error,
  disabled: locked,
  size: 'sm' as const,
});

/** Help stands below the input, so that inputs side by side are in line. */
export const boxed = (props: InputProps) => ({
  ...common(props),
  inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
});

/** What is kept, as the input shows it. */
export const shownText = ({ field, value }: InputProps): string => {
  const shown = field.show ? field.show(value) : value;
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : '';
};

/** What is chosen, even when it is no longer among the choices: a form must not change silently what it opened with. */
export const withKept = (choices: readonly Choice[], kept: string): readonly Choice[] =>
  kept === '' || choices.some((choice) => choice.value === kept)
    ? choices
    : [...choices, { value: kept, label: choices.length === 0 ? kept : texts.gone }];

/** Puts what was chosen; an empty text for nothing. */
export const takeChoice = ({ field, onChange }: InputProps, chosen: string): void => {
  if (chosen === '' && field.nullable) onChange(null);
  else onChange(field.take ? field.take(chosen) : chosen);
};

/** Entries of a text that has one a line. */
export const linesOf = (text: string): readonly string[] => text.split('\n').filter(Boolean);
