import type { Combo } from '@skyport/contract/shop';
import type { Column } from '../ui/data-table/column.ts';
import { fieldText, namesOf, type PermissionNames } from './combo-rules.ts';
import { comboTexts as texts } from './combo-texts.ts';

const gained = ({ permissionsGain, permissionDuration }: Combo, names: PermissionNames): string =>
  permissionsGain.length === 0 ? texts.none : texts.permissions(namesOf(permissionsGain, names), permissionDuration);

/** The columns of the page of products. */
export const comboColumns = (names: PermissionNames): readonly Column<Combo>[] => {
  const shown = (name: keyof Combo & Parameters<typeof fieldText>[0]) => ({
    cell: (row: Combo) => fieldText(name, row, names),
  });
  return [
    { id: 'position', title: texts.columns.position, value: (row) => row.orderID, numeric: true },
    { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
    {
      id: 'price',
      title: texts.columns.price,
      value: (row) => row.price,
      ...shown('price'),
      numeric: true,
      card: true,
    },
    {
      id: 'traffic',
      title: texts.columns.traffic,
      value: (row) => row.traffic,
      ...shown('traffic'),
      numeric: true,
      card: true,
    },
    {
      id: 'days',
      title: texts.columns.days,
      value: (row) => row.vipDuration,
      ...shown('vipDuration'),
      numeric: true,
      card: true,
    },
    {
      id: 'bonus',
      title: texts.columns.bonus,
      value: (row) => row.additionPersend,
      ...shown('additionPersend'),
      numeric: true,
    },
    { id: 'permissions', title: texts.columns.permissions, value: (row) => gained(row, names), card: true },
    { id: 'description', title: texts.columns.description, value: (row) => row.permissionsDesc, hidden: true },
    {
      id: 'devices',
      title: texts.columns.devices,
      value: (row) => row.deviceNum,
      ...shown('deviceNum'),
      numeric: true,
      hidden: true,
    },
    { id: 'speed', title: texts.columns.speed, value: (row) => row.speed, ...shown('speed'), hidden: true },
  ];
};
