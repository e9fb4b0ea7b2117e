import { field } from '@skyport/contract/form';
import { permissionsCalls } from '@skyport/contract/permissions';
import type { EditableUser } from '@skyport/contract/users-form';
import { Id } from '@skyport/contract/units';
import { type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import { useCall } from '../api/index.ts';
import { endOfShopDay, shopDate } from '../ui/shop-time.ts';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { pageTexts } from './page-texts.ts';

const texts = pageTexts.permissions;

const GivenForm = z.object({
  id: field(texts.fields.permission, Id),
  expireTime: field(texts.fields.until, z.string().min(1, texts.noDay)),
});
type GivenValues = z.input<typeof GivenForm>;

const EMPTY: GivenValues = { id: '', expireTime: '' };

interface GivePermissionProps {
  readonly opened: boolean;
  readonly onGive: (given: EditableUser['permissions'][number]) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks which permission an account is given, and until which day. */
export const GivePermission = ({ opened, onGive, onClose }: GivePermissionProps): ReactNode => {
  const { data: permissions } = useCall(permissionsCalls.list, {}, { enabled: opened });
  const fields = useMemo<readonly FieldSpec<GivenValues>[]>(
    () => [
      {
        name: 'id',
        as: 'select',
        choices: (permissions ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
        note: () => permissions?.length === 0 && texts.nothing,
      },
      { name: 'expireTime', as: 'day', show: (instant) => shopDate(instant), take: endOfShopDay },
    ],
    [permissions],
  );
  return (
    <FormWindow
      title={texts.give}
      schema={GivenForm}
      fields={fields}
      value={opened ? EMPTY : undefined}
      onSave={onGive}
      onClose={onClose}
    />
  );
};
