import '../ui/input-styles.ts';
import { NativeSelect } from '@mantine/core';
import type { MoneyFilter } from '@skyport/contract/money';
import { payInstanceCalls } from '@skyport/contract/pay-instances';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { useServerSearch } from '../list-page/use-server-search.tsx';
import { texts } from './texts.ts';

interface ChoiceProps {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One choice above a list. */
export const Choice = ({ label, data, value, onChange }: ChoiceProps): ReactNode => (
  <NativeSelect
    size="sm"
    aria-label={label}
    data={[...data]}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** Who has money beside the operator's own instances. */
const OWN = [
  { value: 'usdt', label: texts.own.usdt },
  { value: 'manual', label: texts.own.manual },
];
const CURRENCIES = ['CNY', 'USDT'] as const;

/** Chooses one instance of those that can have money; empty for all of them. */
export const InstanceChoice = ({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>): ReactNode => {
  const instances = useCall(payInstanceCalls.instances, {});
  const named = instances.data?.map(({ name, label }) => ({ value: name, label })) ?? [];
  const data = [{ value: '', label: texts.anyInstance }, ...named, ...OWN];
  return <Choice label={texts.instance} data={data} value={value} onChange={onChange} />;
};

/** What is chosen of a list of money, beside the text that it is searched for. */
type Chosen = Pick<MoneyFilter, 'currency'> & { readonly instance: string };

/** Which money a list shows, and what chooses it; `search` says what its text is searched in. */
export const useMoneyFilter = (
  search: string,
): { readonly filter: MoneyFilter; readonly field: ReactNode; readonly choices: ReactNode } => {
  const [chosen, setChosen] = useState<Chosen>({ instance: '' });
  const { filterStr, field } = useServerSearch(search);
  const change = (part: Partial<Chosen>): void => setChosen((before) => ({ ...before, ...part }));
  const chooseCurrency = (value: string): void => change({ currency: CURRENCIES.find((each) => each === value) });
  const choices = (
    <>
      <InstanceChoice value={chosen.instance} onChange={(instance) => change({ instance })} />
      <Choice
        label={texts.currency}
        data={[
          { value: '', label: texts.anyCurrency },
          ...CURRENCIES.map((value) => ({ value, label: texts.currencies[value] })),
        ]}
        value={chosen.currency ?? ''}
        onChange={chooseCurrency}
      />
    </>
  );
  return { filter: { ...chosen, filterStr }, field, choices };
};
