import '../ui/input-styles.ts';
import { Group, Text, TextInput } from '@mantine/core';
import { type AgencyCustomer, agencyCalls as calls, MOST_GIVEN_G } from '@skyport/contract/agency';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { newChange } from '../device/random.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { traffic } from '../ui/format.ts';
import { FormButtons } from '../ui/form-buttons.tsx';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';

interface GiveWindowProps {
  /** Who is given something; undefined keeps the window closed. */
  readonly customer: AgencyCustomer | undefined;
  /** Bytes that the agency has to give; undefined until they are known. */
  readonly available: number | undefined;
  readonly onClose: () => void;
}

/** Gives a customer permanent traffic. */
export const GiveWindow = ({ customer, available, onClose }: GiveWindowProps): ReactNode => (
  <Window opened={customer !== undefined} onClose={onClose} title={customer && texts.give.title(customer.email)}>
    {customer && <GiveForm key={customer._id} id={customer._id} available={available} onClose={onClose} />}
  </Window>
);

type GiveFormProps = Pick<GiveWindowProps, 'available' | 'onClose'> & { readonly id: string };

const GiveForm = ({ id, available, onClose }: GiveFormProps): ReactNode => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [change] = useState(newChange);
  const giving = useChange(calls.give, {
    done: texts.give.done,
    failed: { prefix: texts.give.failed },
    invalidates: [calls.customers],
    staleByConflict: true,
    onDone: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const giveNumber = Number(typed);
    if (!Number.isInteger(giveNumber) || giveNumber < 1 || giveNumber > MOST_GIVEN_G)
      return setProblem(texts.give.wrong);
    void giving.run({ id, giveNumber, change });
  };
  return (
    <form className="sp-stack" onSubmit={submit} noValidate>
      <Text size="sm">{texts.give.explain}</Text>
      <TextInput
        label={texts.give.amount}
        description={available !== undefined && texts.give.most(traffic(available))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        rightSection={<span className="sp-dim sp-small">{texts.give.unit}</span>}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value.trim());
          setProblem(undefined);
        }}
      />
      <Group justify="flex-end" className="sp-foot">
        <FormButtons cancel={commonTexts.cancel} submit={commonTexts.confirm} busy={giving.busy} onCancel={onClose} />
      </Group>
    </form>
  );
};
