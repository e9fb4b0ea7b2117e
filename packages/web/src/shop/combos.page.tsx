import { permissionsCalls } from '@skyport/contract/permissions';
import { type Combo, type ComboFields, ComboForm, shopCalls as calls } from '@skyport/contract/shop';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useStaffRecords } from '../list-page/use-staff-records.tsx';
import { comboColumns } from './combo-columns.ts';
import { comboFields } from './combo-fields.ts';
import { ComboPreview } from './combo-preview.tsx';
import { type ComboValues, fieldText, newCombo } from './combo-rules.ts';
import { comboTexts as texts } from './combo-texts.ts';

const changes = { list: calls.list, save: calls.updateCombo, remove: calls.deleteCombo };

const below = (values: ComboValues): ReactNode => <ComboPreview values={values} />;

/** /admin_combos: what the shop sells. */
export default function CombosPage(): ReactNode {
  const read = useCall(calls.list, {});
  const { data: permissions } = useCall(permissionsCalls.list, {});
  const names = useMemo(() => new Map(permissions?.map(({ _id, name }) => [_id, name])), [permissions]);
  const fields = useMemo(() => comboFields(permissions ?? []), [permissions]);
  const columns = useMemo(() => comboColumns(names), [names]);
  const { add, actionsOf, windows } = useStaffRecords({
    texts,
    calls: changes,
    schema: ComboForm,
    fields,
    below,
    textOf: (name, combo) => fieldText(name as keyof ComboFields, combo as unknown as ComboFields, names),
  });
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      next={<NextStep text={texts.next} />}
      onAdd={() => add(newCombo(read.data ?? []))}
      rowActions={(row: Combo) => {
        const { edit, copy, remove } = actionsOf(row);
        return [edit, copy, remove];
      }}
    >
      {windows}
    </ListPage>
  );
}
