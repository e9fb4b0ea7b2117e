import { PrizeForm, prizesCalls as calls } from '@skyport/contract/prizes';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useStaffRecords } from '../list-page/use-staff-records.tsx';
import { prizeColumns, prizeFields, Sums } from './admin-parts.tsx';
import { type ListedPrize, listedPrizes, newPrize } from './admin-rules.ts';
import { texts } from './admin-texts.ts';

const changes = { list: calls.adminList, save: calls.update, remove: calls.delete };

const formTexts = { ...texts, add: texts.addTitle };

/** /admin_prize: what can be won, how likely it is, and what a draw gives for its cost. */
export default function AdminPrizesPage(): ReactNode {
  const read = useCall(calls.adminList, {});
  const lottery = useCall(calls.adminCost, {}, { silent: true });
  const rows = useMemo(() => read.data && listedPrizes(read.data), [read.data]);
  const { add, actionsOf, windows } = useStaffRecords({
    texts: formTexts,
    calls: changes,
    schema: PrizeForm,
    fields: prizeFields,
  });
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={rows}
      columns={prizeColumns}
      notice={read.data && read.data.length > 0 && lottery.data && <Sums prizes={read.data} lottery={lottery.data} />}
      next={read.data?.length === 0 && <NextStep text={texts.next} />}
      onAdd={() => add(newPrize)}
      rowActions={(row: ListedPrize) => {
        const { edit, copy, remove } = actionsOf(row);
        return [edit, copy, remove];
      }}
    >
      {windows}
    </ListPage>
  );
}
