import { entriesCalls as calls, EntryForm, type EntryView } from '@skyport/contract/nodes-entries';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useCall } from '../api/index.ts';
import type { Column } from '../ui/data-table/column.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useStaffRecords } from '../list-page/use-staff-records.tsx';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { RelayWindow } from './relay/relay-window.tsx';
import { relayTexts } from './relay/texts.ts';
import { entryTexts as texts } from './texts.ts';

type Values = z.input<typeof EntryForm>;

const columns: readonly Column<EntryView>[] = [
  { id: 'index', title: texts.columns.index, value: (row) => row.index, numeric: true },
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  { id: 'ip', title: texts.columns.ip, value: (row) => row.ip },
  { id: 'ipList', title: texts.columns.ipList, value: (row) => row.ipList.join(' '), below: 'ip' },
  { id: 'visible', title: texts.columns.visible, value: (row) => row.visible },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc, below: 'name' },
];

const fields: readonly FieldSpec<Values>[] = [
  { name: 'name' },
  { name: 'index' },
  { name: 'ip' },
  { name: 'visible' },
  { name: 'ipList' },
  { name: 'desc', wide: true },
];

const changes = { list: calls.entryList, save: calls.entryUpdate, remove: calls.entryDelete };

const newEntry: Values = { name: '', ip: '', index: 0, ipList: [], desc: '', visible: true };

/** /admin_entrys: relays that clients dial instead of the node itself. */
export default function EntriesPage(): ReactNode {
  const read = useCall(calls.entryList, {});
  const [relayed, setRelayed] = useState<EntryView>();
  const { add, actionsOf, windows } = useStaffRecords({ texts, calls: changes, schema: EntryForm, fields });
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      next={<NextStep text={texts.next} />}
      onAdd={() => add(newEntry)}
      rowActions={(row: EntryView) => {
        const { edit, copy, remove } = actionsOf(row);
        return [edit, { label: relayTexts.open, first: true, run: () => setRelayed(row) }, copy, remove];
      }}
    >
      {windows}
      <RelayWindow entry={relayed} onClose={() => setRelayed(undefined)} />
    </ListPage>
  );
}
