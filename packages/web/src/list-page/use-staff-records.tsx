import type { BuiltCall } from '@skyport/contract/call';
import { shownSchema } from '@skyport/contract/changed-fields';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import { readAgain } from '../api/index.ts';
import { newChange } from '../device/random.ts';
import { type Question, useConfirm } from '../ui/confirm.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { type FieldSpec, type FormSchema, valuesFor } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import type { ToastText } from '../ui/toasts.ts';
import type { ReadFields } from './merge.tsx';
import { staffRecordTexts } from './staff-record-texts.ts';
import { useMergingSave } from './use-merging-save.ts';
import { type Removal, useRemoval } from './use-removal.ts';

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
  /** What the question of a removal says of a record where its name is not all. */
  readonly removalText?: (row: Row) => string;
  /** The text of a value in the question whether two people's changes are saved together. */
  readonly textOf?: ReadFields<S>['textOf'];
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

const savingToasts = (texts: StaffRecordTexts) => ({
  done: (saved: unknown) => savedToast(texts, saved as Partial<StaffRecord>),
  failed: { prefix: texts.saveFailed },
});

/**
 * The staff records of a list page: a form that adds, edits and copies them, and their removal after a question. Where
 * the form says what was shown, an edited record is saved only while it is still that.
 */
export const useStaffRecords = <S extends FormSchema, Row extends StaffRecord & z.input<S>, U extends BuiltCall>({
  texts,
  calls,
  schema,
  fields,
  valuesOf = (row, kind) => valuesFor(schema, row, kind),
  below,
  textOf,
  removalText = ({ name }) => texts.deleteText(name),
}: StaffRecordOptions<S, Row, U>): StaffRecords<S, Row> => {
  const remove = useRecordRemoval(calls, texts);
  const { ask, dialog } = useConfirm();
  const [opened, setOpened] = useState<OpenedForm<S, Row>>();
  const shown = useMemo(() => (typeof fields === 'function' ? fields(opened) : fields), [fields, opened]);
  const close = (): void => setOpened(undefined);
  const save = useMergingSave({
    call: calls.save,
    reads: [calls.list],
    toasts: savingToasts(texts),
    ask,
    close,
    schema,
    fields: shown,
    textOf,
  });
  const open = (from: Row, kind: 'edit' | 'copy') => (): void => {
    const isMeasured = kind === 'edit' && shownSchema(schema) !== undefined;
    const values = { ...valuesOf(from, kind), ...(isMeasured && { shown: from }) };
    setOpened({ kind, values: kind === 'copy' ? named(schema, values) : values, from });
  };
  const actionsOf = (row: Row) => ({
    edit: { label: staffRecordTexts.edit, first: true, opens: true, run: open(row, 'edit') },
    copy: { label: staffRecordTexts.copy, run: open(row, 'copy') },
    remove: {
      label: staffRecordTexts.delete,
      danger: true,
      run: () => ask(removalOf(row, { text: removalText(row), call: calls.remove, remove })),
    },
  });
  return {
    add: (values) => setOpened({ kind: 'add', values: named(schema, values), from: undefined }),
    actionsOf,
    ask,
    windows: (
      <>
        <FormWindow
          title={titleOf(opened?.kind, texts)}
          schema={schema}
          fields={shown}
          value={opened?.values}
          onSave={save}
          onClose={close}
          below={below}
        />
        {dialog}
      </>
    ),
  };
};

/** Removes records. Whoever is told that one has changed or is gone looks at the list next. */
const useRecordRemoval = (
  { list, remove }: { readonly list: BuiltCall; readonly remove: BuiltCall },
  texts: StaffRecordTexts,
): Removal<BuiltCall> => {
  const client = useQueryClient();
  return useRemoval(remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    invalidates: [list],
    onFailed: () => void readAgain(client, [list]),
  });
};

/** Values of a new record, with a name of the wish where the form takes one: it is made once while the form lasts. */
const named = <S extends FormSchema>(schema: S, values: z.input<S>): z.input<S> =>
  'change' in schema.shape ? { ...values, change: newChange() } : values;

const titleOf = (kind: 'add' | 'edit' | 'copy' | undefined, texts: StaffRecordTexts): string => {
  if (kind === undefined) return '';
  return { add: texts.add, edit: texts.editTitle, copy: texts.copyTitle ?? texts.add }[kind];
};

/** Where the call takes it, a record is removed only while it is still the one that the question was about. */
const removalOf = (
  row: StaffRecord,
  { text, call, remove }: { text: string; call: BuiltCall; remove: Removal<BuiltCall> },
): Question => ({
  title: staffRecordTexts.deleteTitle,
  text,
  run: () => remove.run({ id: row._id, ...(takesShown(call) && { shown: row }) }),
  problem: remove.problem,
});

const takesShown = ({ input }: BuiltCall): boolean => input instanceof z.ZodObject && shownSchema(input) !== undefined;
