import { type CannedAnswer, CannedForm, ticketsAdminCalls as calls } from '@skyport/contract/tickets-admin';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useStaffRecords } from '../list-page/use-staff-records.tsx';
import type { Column } from '../ui/data-table/column.ts';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { staffTexts } from './texts.ts';

const texts = staffTexts.cannedList;

const columns: readonly Column<CannedAnswer>[] = [
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  { id: 'text', title: texts.columns.text, value: (row) => row.text },
];

const fields: readonly FieldSpec<z.input<typeof CannedForm>>[] = [{ name: 'name' }, { name: 'text', wide: true }];

const changes = { list: calls.cannedList, save: calls.cannedUpdate, remove: calls.cannedDelete };

/** What staff answer again and again. */
export const Canned = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const read = useCall(calls.cannedList, {});
  const { add, actionsOf, windows } = useStaffRecords({ texts, calls: changes, schema: CannedForm, fields });
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      tabs={tabs}
      next={<NextStep text={texts.next} />}
      onAdd={() => add({ name: '', text: '' })}
      rowActions={(row: CannedAnswer) => [actionsOf(row).edit, actionsOf(row).remove]}
    >
      {windows}
    </ListPage>
  );
};
