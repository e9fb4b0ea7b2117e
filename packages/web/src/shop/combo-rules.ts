import type { ComboFields, ComboForm } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';
import type { z } from 'zod';
import { traffic, yuan } from '../ui/format.ts';
import { comboTexts as texts } from './combo-texts.ts';

/** Values of the product form. */
export type ComboValues = z.input<typeof ComboForm>;

/** The product that the form opens with; it stands behind those listed. */
export const newCombo = (listed: readonly { readonly orderID: number }[]): ComboValues => ({
  name: '',
  price: 0.01,
  traffic: GIB,
  vipDuration: 1,
  additionPersend: 0,
  permissionsGain: [],
  permissionDuration: 0,
  permissionsDesc: '',
  orderID: Math.max(-1, ...listed.map(({ orderID }) => orderID)) + 1,
  deviceNum: 0,
  speed: '150Mbps',
});

/** Names of permissions by their ids. */
export type PermissionNames = ReadonlyMap<string, string>;

/** Names of the permissions that a product gives; an id where its name is not known. */
export const namesOf = (ids: readonly string[], names: PermissionNames): string =>
  ids.map((id) => names.get(id) ?? id).join('、');

type Reader = (combo: ComboFields, names: PermissionNames) => string;

/** Fields that are read with their unit, or with a word for nothing. */
const readers: Readonly<Partial<Record<keyof ComboFields, Reader>>> = {
  price: ({ price }) => texts.yuan(yuan(price)),
  traffic: (combo) => (combo.traffic === 0 ? texts.none : traffic(combo.traffic)),
  vipDuration: ({ vipDuration }) => (vipDuration === 0 ? texts.none : texts.days(vipDuration)),
  permissionDuration: ({ permissionDuration }) => texts.days(permissionDuration),
  additionPersend: ({ additionPersend }) => texts.percent(additionPersend),
  permissionsGain: ({ permissionsGain }, names) => namesOf(permissionsGain, names) || texts.none,
  deviceNum: ({ deviceNum }) => (deviceNum === 0 ? texts.unlimited : texts.devices(deviceNum)),
  speed: ({ speed }) => speed || texts.unlimited,
};

/** A field of a product as a person reads it. */
export const fieldText = (name: keyof ComboFields, combo: ComboFields, names: PermissionNames): string =>
  readers[name]?.(combo, names) ?? (String(combo[name]) || texts.none);
