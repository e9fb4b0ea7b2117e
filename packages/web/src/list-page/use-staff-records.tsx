import type { BuiltCall, Input } from '@skyport/contract/call';
import type { CallError } from '@skyport/contract/client';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { type Change, readAgain, useChange } from '../api/index.ts';
import { type Question, useConfirm } from '../ui/confirm.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { type FieldSpec, type FormSchema, valuesFor } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import type { ToastText } from '../ui/toasts.ts';
import { staffRecordTexts } from './staff-record-texts.ts';

/** Texts of a page whose staff records are made, edited and removed. */
export interface StaffRecordTexts {
  readonly add: string;
  readonly editTitle: string;
  /** Needed where records can be copied. */
  readonly copyTitle?: string;
  readonly deleteText: (name: string) => string;
  readonly saved: ToastText;
  /**
   * What a record is called, where the toast of its saving does not say it; stands in its second line with the name.
   */
  readonly noun?: string;
  readonly saveFailed: ToastText;
  readonly deleted: ToastText;
  readonly deleteFailed: ToastText;
}

/** A staff record of a list. */
interface StaffRecord {
  readonly _id: string;
  readonly name: string;
}

/** The form as it was opened: why, with what, and from which stored record. */
export interface OpenedForm<S extends FormSchema, Row> {
  readonly kind: 'add' | 'edit' | 'copy';
  readonly values: z.input<S>;
  readonly from: Row | undefined;
}

interface StaffRecordOptions<S extends FormSchema, Row, U extends BuiltCall> {
  readonly texts: StaffRecordTexts;
  /**
   * The list that is read again after a change, the call that saves a record, and the one that removes it by its id.
   */
  readonly calls: { readonly list: BuiltCall; readonly save: U; readonly remove: BuiltCall };
  readonly schema: S;
  /** Fields of the form, or what makes them from the stored record that is shown. Keep it the same between renders. */
  readonly fields:
    | readonly FieldSpec<z.input<S>>[]
    | ((opened: OpenedForm<S, Row> | undefined) => readonly FieldSpec<z.input<S>>[]);
  /** What the form holds of a record; without it the fields that the schema knows. */
  readonly valuesOf?: (row: Row, kind: 'edit' | 'copy') => z.input<S>;
  /** Stands below the fields, made of what they hold now. */
  readonly below?: (values: z.input<S>) => ReactNode;
  /**
   * What is asked when a save was refused because somebody else changed the record meanwhile; undefined for any other
   * refusal.
   */
  readonly merge?: (problem: CallError, values: z.output<S>) => Merge<z.input<S>> | undefined;
}

/** The question whether a record that somebody else changed meanwhile is saved after all, and with what. */
export interface Merge<Values> extends Omit<Question, 'run'> {
  readonly values: Values;
}

/** What a page does with its staff records. */
export interface StaffRecords<S extends FormSchema, Row> {
  /** Opens the form of a new record. */
  readonly add: (values: z.input<S>) => void;
  /** What can be done with one record. */
  readonly actionsOf: (row: Row) => Readonly<Record<'edit' | 'copy' | 'remove', RowAction>>;
  readonly ask: (question: Question) => void;
  /** The form's window and that of questions: elements of the page. */
  readonly windows: ReactNode;
}

const savedToast = ({ saved, noun }: StaffRecordTexts, { name = '' }: Partial<StaffRecord>): ToastText =>
  noun === undefined ? saved : { ...saved, detail: `${noun} ${name}` };

/** Saving and removing, with their toasts. */
const useStaffRecordChanges = <U extends BuiltCall>(
  calls: { readonly list: BuiltCall; readonly save: U; readonly remove: BuiltCall },
  texts: StaffRecordTexts,
): { readonly save: Change<U>; readonly remove: Change<BuiltCall>; readonly refusal: () => CallError | undefined } => {
  const invalidates = [calls.list];
  const refused = useRef<CallError>(undefined);
  const note = (problem: CallError): void => {
    refused.current = problem;
  };
  return {
    refusal: () => refused.current,
    save: useChange(calls.save, {
      onFailed: note,
      done: (saved) => savedToast(texts, saved as Partial<StaffRecord>),
      failed: { prefix: texts.saveFailed },
      invalidates,
    }),
    remove: useChange(calls.remove, { done: texts.deleted, failed: { prefix: texts.deleteFailed }, invalidates }),
  };
};

/** The staff records of a list page: a form that adds, edits and copies them, and their removal after a question. */
export const useStaffRecords = <S extends FormSchema, Row extends StaffRecord & z.input<S>, U extends BuiltCall>({
  texts,
  calls,
  schema,
  fields,
  valuesOf = (row, kind) => valuesFor(schema, row, kind),
  below,
  merge,
}: StaffRecordOptions<S, Row, U>): StaffRecords<S, Row> => {
  const client = useQueryClient();
  const { save, remove, refusal } = useStaffRecordChanges(calls, texts);
  const { ask, dialog } = useConfirm();
  const [opened, setOpened] = useState<OpenedForm<S, Row>>();
  const shown = useMemo(() => (typeof fields === 'function' ? fields(opened) : fields), [fields, opened]);
  const open = (from: Row, kind: 'edit' | 'copy') => (): void =>
    setOpened({ kind, values: valuesOf(from, kind), from });
  const actionsOf = (row: Row) => ({
    edit: { label: staffRecordTexts.edit, first: true, run: open(row, 'edit') },
    copy: { label: staffRecordTexts.copy, run: open(row, 'copy') },
    remove: { label: staffRecordTexts.delete, danger: true, run: () => ask(removalOf(row, texts, remove)) },
  });
  const onSave = async (values: z.output<S>, onRefused: (problem: FieldProblem) => void): Promise<unknown> => {
    const saved = await save.run(values as Input<U>, onRefused);
    const problem = saved === undefined ? refusal() : undefined;
    const merged = problem && merge?.(problem, values);
    if (!merged) return saved;
    await readAgain(client, [calls.list]);
    ask({ ...merged, run: async () => (await save.run(merged.values as Input<U>)) && setOpened(undefined) });
    return undefined;
  };
  return {
    add: (values) => setOpened({ kind: 'add', values, from: undefined }),
    actionsOf,
    ask,
    windows: (
      <>
        <FormWindow
          title={titleOf(opened?.kind, texts)}
          schema={schema}
          fields={shown}
          value={opened?.values}
          onSave={onSave}
          onClose={() => setOpened(undefined)}
          below={below}
        />
        {dialog}
      </>
    ),
  };
};

const titleOf = (kind: 'add' | 'edit' | 'copy' | undefined, texts: StaffRecordTexts): string => {
  if (kind === undefined) return '';
  return { add: texts.add, edit: texts.editTitle, copy: texts.copyTitle ?? texts.add }[kind];
};

const removalOf = ({ _id, name }: StaffRecord, texts: StaffRecordTexts, { run }: Change<BuiltCall>): Question => ({
  title: staffRecordTexts.deleteTitle,
  text: texts.deleteText(name),
  run: () => run({ id: _id }),
});
