import { useDebouncedValue } from '@mantine/hooks';
import { couponsCalls as calls } from '@skyport/contract/coupons';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { useListExport } from '../list-page/use-list-export.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NewestField } from '../list-page/newest-field.tsx';
import { couponUseTexts as texts } from './admin-texts.ts';
import { couponUseColumns as columns } from './use-columns.tsx';

const DEFAULT_NUMBER = 100;
/** Pause after the last key before the list is read anew, in ms. */
const PAUSE_MS = 350;

/** /coupon_records: the most recent uses of coupons. */
export default function CouponRecordsPage(): ReactNode {
  const [typed, setTyped] = useState(String(DEFAULT_NUMBER));
  const [debounced] = useDebouncedValue(typed, PAUSE_MS);
  const wanted = calls.recordList.input.safeParse({ limit: Number(debounced) });
  const read = useCall(calls.recordList, { limit: wanted.success ? wanted.data.limit : DEFAULT_NUMBER });
  const exports = useListExport(calls.exportUses, {});
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      exports={exports}
      rowName={(row) => row.code}
      filters={
        <NewestField
          texts={{ newest: texts.newest, unit: texts.records, label: texts.number }}
          most={1000}
          value={typed}
          isWrong={!wanted.success}
          onType={setTyped}
        />
      }
    />
  );
}
