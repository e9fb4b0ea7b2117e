import '../ui/input-styles.ts';
import { Group, Text, TextInput } from '@mantine/core';
import { agencyCalls as calls } from '@skyport/contract/agency';
import { type FormEvent, type ReactNode, useState } from 'react';
import { accountTexts, isEmail } from '../accounts/index.ts';
import { useChange } from '../api/index.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { FormButtons } from '../ui/form-buttons.tsx';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';

interface AddWindowProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Takes the link that the customer needs; empty when it was mailed. */
  readonly onLink: (link: string) => void;
}

/** Makes a customer by e-mail address. */
export const AddWindow = ({ opened, ...rest }: AddWindowProps): ReactNode => (
  <Window opened={opened} onClose={rest.onClose} title={texts.add.open}>
    <AddForm {...rest} />
  </Window>
);

const AddForm = ({ onClose, onLink }: Omit<AddWindowProps, 'opened'>): ReactNode => {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const change = useChange(calls.makeCustomer, {
    done: ({ mailed }) => (mailed ? texts.add.mailed : undefined),
    failed: { prefix: texts.add.failed },
    invalidates: [calls.customers],
    onDone: ({ link }) => onLink(link),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = email.trim();
    if (typed === '') return setProblem(texts.add.empty);
    if (!isEmail(typed)) return setProblem(accountTexts.emailWrong);
    void change.run({ email: typed });
  };
  return (
    <form className="sp-stack" onSubmit={submit} noValidate>
      <Text size="sm">{texts.add.explain}</Text>
      <TextInput
        label={texts.add.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Group justify="flex-end" className="sp-foot">
        <FormButtons cancel={commonTexts.cancel} submit={commonTexts.confirm} busy={change.busy} onCancel={onClose} />
      </Group>
    </form>
  );
};
