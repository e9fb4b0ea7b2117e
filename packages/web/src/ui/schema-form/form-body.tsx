import type { FieldProblem } from '@skyport/contract/field-refusal';
import { useForm } from '@mantine/form';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { FormButtons } from '../form-buttons.tsx';
import { useUnsaved } from '../use-unsaved.ts';
import { problemsOf } from './check.ts';
import { type Field, type FieldSpec, fieldsOf, type FormSchema } from './field-spec.ts';
import { FieldInput } from './inputs.tsx';
import classes from './schema-form.module.css';
import { texts } from './texts.ts';
import { type AnyForm, type Edits, useEdits } from './use-edits.ts';

/** What the window gives the form inside it. */
export interface FormBodyProps<S extends FormSchema> {
  readonly schema: S;
  readonly fields: readonly FieldSpec<z.input<S>>[];
  readonly start: z.input<S>;
  /** Saves; what is refused because of one field is told to `onRefused`. */
  readonly onSave: (values: z.output<S>, onRefused: (problem: FieldProblem) => void) => Promise<void>;
  /** Called with whether there are unsaved changes. */
  readonly onDirty: (dirty: boolean) => void;
  readonly onLeave: () => void;
  readonly above?: ReactNode;
  /** Stands below the fields, made of what they hold now. */
  readonly below?: ((values: z.input<S>) => ReactNode) | undefined;
  /** What the last button says when it takes something away, and is red. */
  readonly takes?: string | undefined;
}

/** The form inside the window: its inputs, what is wrong with them, and its two buttons. */
export function FormBody<S extends FormSchema>(props: FormBodyProps<S>) {
  const { schema, fields, start, onSave, onDirty, onLeave, above, below, takes } = props;
  const known = useMemo(() => fieldsOf(schema, fields), [schema, fields]);
  const form = useForm<Record<string, unknown>>({
    initialValues: start,
    validate: (values) => withChoicesNamed(problemsOf(schema, values), known, values),
  });
  const edits = useEdits(known, form);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const shown = known.filter((field) => field.isShown(form.values));
  const folds = [...new Set(shown.flatMap(({ fold }) => fold ?? []))];
  const dirty = form.isDirty();
  const last = { submit: takes ?? texts.confirm, color: takes === undefined ? 'indigo' : 'red' };
  useUnsaved(dirty);
  useEffect(() => {
    onDirty(dirty);
  }, [dirty, onDirty]);
  const focusProblem = (): void =>
    void requestAnimationFrame(() => {
      const input = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      const fold = input?.closest('details');
      if (fold) fold.open = true;
      input?.focus();
    });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (form.validate().hasErrors) return focusProblem();
    setBusy(true);
    let isRefused = false;
    await onSave(schema.parse(form.values), ({ field, message }) => {
      form.setFieldError(field, message);
      isRefused = true;
    });
    setBusy(false);
    if (isRefused) focusProblem();
  };
  const names = new Set(shown.map((field) => field.name));
  const elsewhere = Object.entries(form.errors).filter(([name]) => !names.has(name));
  return (
    <form ref={element} onSubmit={(event) => void submit(event)} noValidate>
      {above !== undefined && <div className={classes.above}>{above}</div>}
      {shown.some((field) => field.isRequired(form.values)) && <p className={classes.legend}>{texts.required}</p>}
      <FieldGrid fields={shown.filter(({ fold }) => fold === undefined)} form={form} edits={edits} />
      {folds.map((fold) => (
        <details key={fold} className={classes.fold}>
          <summary>{fold}</summary>
          <FieldGrid fields={shown.filter((field) => field.fold === fold)} form={form} edits={edits} />
        </details>
      ))}
      {below?.(form.values as z.input<S>)}
      <Elsewhere problems={elsewhere} />
      <div className={classes.foot}>
        <FormButtons {...last} cancel={texts.cancel} busy={busy} onCancel={onLeave} />
      </div>
    </form>
  );
}

/** Problems of values without an input on this form. */
const Elsewhere = ({ problems }: { readonly problems: readonly (readonly [string, ReactNode])[] }): ReactNode =>
  problems.length > 0 && (
    <p className={classes.problem} role="alert">
      {problems.map(([name, problem]) => (
        <span key={name}>{problem} </span>
      ))}
    </p>
  );

/** A choice that was not made is reported as such, not as an empty text that is no id. */
const withChoicesNamed = (
  problems: Record<string, string>,
  fields: readonly Field[],
  values: Record<string, unknown>,
): Record<string, string> => {
  const unchosen = fields.filter(({ name, kind }) => (kind === 'search' || kind === 'select') && values[name] === '');
  const named = unchosen.filter(({ name }) => name in problems).map(({ name }) => [name, texts.choose]);
  return { ...problems, ...Object.fromEntries(named) };
};

interface FormFieldProps {
  readonly field: Field;
  readonly form: AnyForm;
  readonly edits: Edits;
}

const FieldGrid = ({ fields, ...rest }: Omit<FormFieldProps, 'field'> & { fields: readonly Field[] }) => (
  <div className={classes.grid}>
    {fields.map((field) => (
      <FormField key={field.name} field={field} {...rest} />
    ))}
  </div>
);

const FormField = ({ field, form, edits: { edit, roundOf } }: FormFieldProps) => {
  const { name } = field;
  const error = form.errors[name];
  return (
    <div className={`${classes.field} ${field.wide ? classes.wide : ''}`}>
      <FieldInput
        key={roundOf(name)}
        field={field}
        value={form.values[name]}
        error={typeof error === 'string' ? error : undefined}
        choices={field.choices(form.values)}
        locked={field.isLocked(form.values)}
        required={field.isRequired(form.values)}
        note={field.note?.(form.values, (part) => edit({ ...part }))}
        onChange={(value) => edit({ [name]: value }, name)}
      />
      {field.beside?.((value) => edit({ [name]: value }))}
    </div>
  );
};
