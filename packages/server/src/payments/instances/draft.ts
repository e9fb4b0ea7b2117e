import type { PayInstanceForm } from '@skyport/contract/pay-instances';
import type { PayFieldName } from '@skyport/contract/pay-kind';
import { fieldsOfKind, payKinds, type PayKindName } from '@skyport/contract/pay-kinds';
import { HIDDEN_PROBLEM, milliOfYuan } from '@skyport/contract/units';
import type { z } from 'zod';
import { refuseField } from '../../platform/refuse.ts';
import { instanceTexts as texts } from './texts.ts';

type Form = z.output<typeof PayInstanceForm>;

/** What of a form is stored, whatever the kind. */
export const termsOfForm = (form: Form) => ({
  label: form.label,
  fee_ppm: Math.round(form.fee_percent * 10_000),
  fee_fixed: milliOfYuan(form.fee_fixed),
  subject: form.subject,
  window_minutes: form.window_minutes,
});

/** The fields of a kind as they were typed: secrets apart, and without those that were left empty. */
export interface TypedFields {
  readonly config: Readonly<Record<string, string>>;
  readonly secrets: readonly { readonly field: PayFieldName; readonly value: string }[];
}

/** Takes the fields of a kind out of a form; refuses at its field what cannot be stored. */
export const fieldsOfForm = (kind: PayKindName, form: Form): TypedFields => {
  const rows = fieldsOfKind(payKinds[kind]).map(([name, row]) => {
    const value = form[name].trim();
    const refuseIt = (message: string): never => refuseField({ field: name, message: `${row.label}${message}` });
    if (value.length > row.maxLength) refuseIt(texts.long(row.maxLength));
    if (!row.multiline && /\p{Cc}/u.test(value)) refuseIt(texts.oneLine);
    if (/\p{Default_Ignorable_Code_Point}/u.test(value)) refuseIt(HIDDEN_PROBLEM);
    if (row.choices && value !== '' && !Object.hasOwn(row.choices, value)) refuseIt(texts.choice);
    return { name, value, isSecret: row.secret === true };
  });
  return {
    config: Object.fromEntries(rows.filter(({ isSecret }) => !isSecret).map(({ name, value }) => [name, value])),
    secrets: rows
      .filter(({ isSecret, value }) => isSecret && value !== '')
      .map(({ name, value }) => ({ field: name, value })),
  };
};
