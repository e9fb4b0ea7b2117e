import { type PayInstance, PayInstanceForm } from '@skyport/contract/pay-instances';
import type { PayFieldName } from '@skyport/contract/pay-kind';
import { fieldsOfKind, type PayKindName, payKinds } from '@skyport/contract/pay-kinds';
import type { z } from 'zod';
import type { FieldSpec } from '../../ui/schema-form/field-spec.ts';
import { payInstanceTexts as texts } from './texts.ts';

type Form = z.input<typeof PayInstanceForm>;

const TERMS = ['fee_percent', 'fee_fixed', 'subject', 'window_minutes'] as const;

const namesOf = (kind: PayKindName): readonly PayFieldName[] => fieldsOfKind(payKinds[kind]).map(([name]) => name);

/** The form of a kind: what every instance has, and the kind's own fields. */
export const schemaOf = (kind: PayKindName): typeof PayInstanceForm => {
  const names = ['label', ...namesOf(kind), ...TERMS];
  return PayInstanceForm.pick(
    Object.fromEntries(names.map((name) => [name, true])) as Record<keyof Form, true>,
  ) as unknown as typeof PayInstanceForm;
};

/** The fields of a kind's form; of an instance that is there, secrets say whether they are set. */
export const specsOf = (kind: PayKindName, known?: PayInstance): readonly FieldSpec<Form>[] => [
  { name: 'label' },
  ...fieldsOfKind(payKinds[kind]).map(([name, { label, help, choices, secret, multiline }]): FieldSpec<Form> => ({
    name,
    // Fields of several kinds have one name on the wire, and each kind its own words for it.
    label,
    ...(help !== undefined && { help }),
    ...(choices && { as: 'select', choices: Object.entries(choices).map(([value, label]) => ({ value, label })) }),
    ...(multiline && { wide: true }),
    ...(secret && known?.secrets.includes(name) && { help: texts.secretKept }),
  })),
  ...TERMS.map((name): FieldSpec<Form> => ({ name, ...(name === 'subject' && { wide: true }) })),
];

/** What a form opens with: a new instance of a kind, or one that is there. */
export const valuesOf = (kind: PayKindName, known?: PayInstance): Form => {
  const own = fieldsOfKind(payKinds[kind]).map(([name, { choices }]) => [
    name,
    known?.[name] || (choices ? Object.keys(choices)[0]! : ''),
  ]);
  const { label = '', fee_percent = 0, fee_fixed = 0, subject = '', window_minutes = 120 } = known ?? {};
  return { ...(Object.fromEntries(own) as object), label, fee_percent, fee_fixed, subject, window_minutes };
};

const numbers = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 });

/** What customers pay for an instance, as a person reads it. */
export const feeText = ({ fee_percent, fee_fixed }: Pick<PayInstance, 'fee_percent' | 'fee_fixed'>): string =>
  [
    ...(fee_percent > 0 ? [texts.percent(numbers.format(fee_percent))] : []),
    ...(fee_fixed > 0 ? [texts.yuan(numbers.format(fee_fixed))] : []),
  ].join(' + ') || texts.free;

/** In the place of an instance: addresses that the panel itself watches. */
export const OWN_ADDRESSES = 'usdt';

/** Instances as choices for a way to pay; those that are off say so, and are refused when they are saved. */
export const choicesFor = (instances: readonly PayInstance[], mode: PayInstance['modes'][number]) => [
  { value: '', label: texts.closed },
  ...(mode === 'usdt' ? [{ value: OWN_ADDRESSES, label: texts.ownAddresses }] : []),
  ...instances
    .filter(({ modes }) => modes.includes(mode))
    .map(({ name, label, on }) => ({ value: name, label: on ? label : texts.offChoice(label) })),
];
