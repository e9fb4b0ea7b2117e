import '../ui/input-styles.ts';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { couponsCalls as calls, CouponType, couponTypeNames } from '@skyport/contract/coupons';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import { saveFile } from '../ui/save-file.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { couponColumns, type ListedCoupon } from './admin-columns.ts';
import { couponFields } from './admin-fields.ts';
import { CouponEditor, type CouponValues, exactCodes, freeCode, listedCoupons, newCoupon } from './admin-rules.ts';
import { useCouponRemoval } from './admin-removal.tsx';
import { useCouponSave } from './admin-save.ts';
import { texts } from './admin-texts.ts';
import { SeriesWindow } from './series-window.tsx';

const typeChoices = CouponType.options.map((value) => ({ value, label: couponTypeNames[value] }));

/** /admin_coupon: coupons of one type, their editor, and codes for Taobao. */
export default function AdminCouponsPage(): ReactNode {
  const read = useCall(calls.list, {});
  const [shown, setShown] = useState<FilterValues>({ type: 'freeUse', taobao: false });
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<CouponValues>();
  const { ask, dialog } = useConfirm();
  const { askOne, askMany } = useCouponRemoval(ask);
  const close = (): void => setEditing(undefined);
  const edit = (row: ListedCoupon): void => setEditing({ ...row, shown: row, count: 1 });
  const { save, series } = useCouponSave({ ask, close });
  const rows = useMemo(() => read.data && listedCoupons(read.data, shown), [read.data, shown]);
  const ticked = (rows ?? []).filter(({ _id }) => keys.has(_id));
  const untick = (): void => setKeys(new Set());
  const show = (part: Partial<FilterValues>): void => {
    setShown({ ...shown, ...part });
    untick();
  };
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={rows}
      columns={couponColumns}
      next={read.data?.length === 0 && <NextStep text={texts.next} />}
      rowName={(row) => `${row.name} ${row.code}`}
      filters={<Filters {...shown} onChange={show} />}
      notice={<ExactCodes codes={exactCodes(read.data ?? [])} />}
      onAdd={() => setEditing(newCoupon({ ...shown, code: freeCode(read.data ?? []) }, Date.now()))}
      actions={(listed) => (
        <>
          {shown.taobao && <Download coupons={listed} />}
          <DeleteListed count={listed.length} onClick={() => askMany(listed, texts.deleteListedWhat, untick)} />
        </>
      )}
      selection={{ keys, onChange: setKeys }}
      selectionActions={<DeleteTicked onClick={() => askMany(ticked, texts.deleteTickedWhat, untick)} />}
      rowActions={(row: ListedCoupon) => [
        { label: staffRecordTexts.edit, first: true, opens: true, run: () => edit(row) },
        { label: staffRecordTexts.delete, danger: true, run: () => askOne(row) },
      ]}
    >
      <FormWindow
        title={editing?._id === undefined ? texts.addTitle : texts.editTitle}
        schema={CouponEditor}
        fields={couponFields}
        value={editing}
        onSave={async (edited) => {
          const saved = await save(edited);
          // Shows the saved coupon, even if its type changed.
          if (saved) show({ type: edited.type, taobao: edited.taobao });
          return saved;
        }}
        onClose={close}
      />
      {dialog}
      <SeriesWindow control={series} />
    </ListPage>
  );
}

interface FilterValues {
  readonly type: CouponType;
  readonly taobao: boolean;
}

const Filters = ({ type, taobao, onChange }: FilterValues & { onChange: (part: Partial<FilterValues>) => void }) => (
  <>
    <NativeSelect
      aria-label={texts.type}
      value={type}
      data={typeChoices}
      onChange={(event) => onChange({ type: CouponType.parse(event.currentTarget.value) })}
    />
    <Checkbox
      label={texts.taobao}
      checked={taobao}
      onChange={(event) => onChange({ taobao: event.currentTarget.checked })}
    />
  </>
);

/** Deletes every listed coupon, ticked or not; kept apart from the button that deletes the ticked ones. */
const DeleteListed = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <Button variant="outline" color="red" ml="xl" disabled={count === 0} onClick={onClick}>
    {texts.deleteListed}
  </Button>
);

const DeleteTicked = ({ onClick }: { onClick: () => void }) => (
  <Button variant="light" color="red" onClick={onClick}>
    {texts.deleteTicked}
  </Button>
);

/** Old codes that differ in case alone. */
const ExactCodes = ({ codes }: { codes: readonly string[] }): ReactNode =>
  codes.length > 0 && (
    <p className="sp-dim sp-small" role="note">
      {texts.exactCodes(codes.join('、'))}
    </p>
  );

const Download = ({ coupons }: { coupons: readonly ListedCoupon[] }) => (
  <Button
    variant="default"
    disabled={coupons.length === 0}
    onClick={() =>
      saveFile(texts.fileName, coupons.map((coupon) => `${coupon.code}\n`).join(''), 'text/plain;charset=utf-8')
    }
  >
    {texts.download}
  </Button>
);
