import { Button, Drawer, Modal } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { useConfirm } from '../confirm.tsx';
import { usePhone } from '../use-phone.ts';
import { problemsOf } from './check.ts';
import { type Field, type FieldSpec, fieldsOf, type FormSchema } from './field-spec.ts';
import { FieldInput } from './inputs.tsx';
import classes from './schema-form.module.css';
import { texts } from './texts.ts';

/** A form in a window of its own. */
export interface FormWindowProps<S extends FormSchema> {
  readonly title: string;
  readonly schema: S;
  readonly fields: readonly FieldSpec<z.input<S>>[];
  /** What the form opens with; undefined keeps it closed. */
  readonly value: z.input<S> | undefined;
  /** Saves; true closes the window. */
  readonly onSave: (values: z.output<S>) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The last value that was there: a window keeps its content while it closes. */
const useLast = <T,>(value: T | undefined): T | undefined => {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
};

/**
 * A form with the fields listed, checked by the contract's schema: a window at a desk, a drawer from below on a phone.
 * Closing it with changes inside asks first.
 */
export const FormWindow = <S extends FormSchema>(props: FormWindowProps<S>) => {
  const { title, value, onClose } = props;
  const phone = usePhone();
  const isDirty = useRef(false);
  const noteDirty = useCallback((dirty: boolean): void => {
    isDirty.current = dirty;
  }, []);
  const isBusy = useRef(false);
  const { ask, dialog } = useConfirm();
  const opened = value !== undefined;
  const shown = useLast(value);
  const close = (): void => {
    isDirty.current = false;
    onClose();
  };
  const leave = (): void => {
    if (isBusy.current) return;
    if (!isDirty.current) close();
    else ask({ title: texts.leaveTitle, text: texts.leaveText, confirm: texts.leave, run: async () => close() });
  };
  const save = async (values: z.output<S>): Promise<void> => {
    isBusy.current = true;
    try {
      if (await props.onSave(values)) close();
    } finally {
      isBusy.current = false;
    }
  };
  useLeaveWarning(opened, isDirty);
  const body: ReactNode = shown && (
    <FormBody
      {...props}
      start={shown}
      onDirty={noteDirty}
      onLeave={leave}
      onSave={save}
      key={opened ? 'open' : 'closed'}
    />
  );
  return (
    <>
      {phone ? (
        <Drawer opened={opened} onClose={leave} title={title} position="bottom" size="92%">
          {body}
        </Drawer>
      ) : (
        <Modal opened={opened} onClose={leave} title={title} size={720}>
          {body}
        </Modal>
      )}
      {dialog}
    </>
  );
};

/** The browser's own question when the whole page is left with changes inside. */
const useLeaveWarning = (opened: boolean, isDirty: { readonly current: boolean }): void => {
  useEffect(() => {
    if (!opened) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      if (isDirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [opened, isDirty]);
};

interface FormBodyProps<S extends FormSchema> {
  readonly schema: S;
  readonly fields: readonly FieldSpec<z.input<S>>[];
  readonly start: z.input<S>;
  readonly onSave: (values: z.output<S>) => Promise<void>;
  /** Told whether there is something to lose. */
  readonly onDirty: (dirty: boolean) => void;
  readonly onLeave: () => void;
}

const FormBody = <S extends FormSchema>({ schema, fields, start, onSave, onDirty, onLeave }: FormBodyProps<S>) => {
  const known = useMemo(() => fieldsOf(schema, fields), [schema, fields]);
  const form = useForm<Record<string, unknown>>({
    initialValues: start,
    validate: (values) => withChoicesNamed(problemsOf(schema, values), known, values),
  });
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const shown = known.filter((field) => field.isShown(form.values));
  const dirty = form.isDirty();
  useEffect(() => {
    onDirty(dirty);
  }, [dirty, onDirty]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (form.validate().hasErrors) {
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    await onSave(schema.parse(form.values));
    setBusy(false);
  };
  const names = new Set(shown.map((field) => field.name));
  const elsewhere = Object.entries(form.errors).filter(([name]) => !names.has(name));
  return (
    <form ref={element} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.grid}>
        {shown.map((field) => (
          <FormField key={field.name} field={field} form={form} />
        ))}
      </div>
      {elsewhere.length > 0 && (
        <p className={classes.problem} role="alert">
          {elsewhere.map(([name, problem]) => (
            <span key={name}>{problem} </span>
          ))}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onLeave} disabled={busy}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {texts.confirm}
        </Button>
      </div>
    </form>
  );
};

/** Where nothing was chosen yet, that is what is said, not that an empty text is no id. */
const withChoicesNamed = (
  problems: Record<string, string>,
  fields: readonly Field[],
  values: Record<string, unknown>,
): Record<string, string> => {
  const unchosen = fields.filter(({ name, kind }) => (kind === 'search' || kind === 'select') && values[name] === '');
  const named = unchosen.filter(({ name }) => name in problems).map(({ name }) => [name, texts.choose]);
  return { ...problems, ...Object.fromEntries(named) };
};

type Form = Pick<UseFormReturnType<Record<string, unknown>>, 'values' | 'errors' | 'setValues'>;

const FormField = ({ field, form }: { field: Field; form: Form }) => {
  const [round, setRound] = useState(0);
  const change = (value: unknown): void => {
    const next = { ...form.values, [field.name]: value };
    form.setValues({ ...next, ...field.effect?.(next) });
  };
  // A value put in from outside starts the input anew, with the text that belongs to it.
  const put = (value: unknown): void => {
    change(value);
    setRound(round + 1);
  };
  const error = form.errors[field.name];
  return (
    <div className={`${classes.field} ${field.wide ? classes.wide : ''}`}>
      <FieldInput
        key={round}
        field={field}
        value={form.values[field.name]}
        error={typeof error === 'string' ? error : undefined}
        choices={field.choices(form.values)}
        locked={field.isLocked(form.values)}
        onChange={change}
      />
      {field.beside?.(put)}
    </div>
  );
};
