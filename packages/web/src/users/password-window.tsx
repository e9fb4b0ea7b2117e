import { Group, Text } from '@mantine/core';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { usersCalls as calls, type UserRow } from '@skyport/contract/users';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type NewPassword, newPasswordProblem } from '../accounts/index.ts';
import { useChange } from '../api/index.ts';
import { hashPassword } from '../device/password.ts';
import { FormButtons } from '../ui/form-buttons.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { Window } from '../ui/window.tsx';
import { accountReads } from './account-reads.ts';
import { texts } from './texts.ts';

const passwordTexts = texts.password;

interface PasswordWindowProps {
  /** Whose password is changed; undefined keeps the window closed. */
  readonly user: Pick<UserRow, '_id' | 'email'> | undefined;
  readonly onClose: () => void;
}

/** Another password for somebody's account; it leaves the browser hashed. */
export const PasswordWindow = ({ user, onClose }: PasswordWindowProps): ReactNode => (
  <Window opened={user !== undefined} onClose={onClose} title={user && passwordTexts.title(user.email)}>
    {user && <PasswordForm key={user._id} email={user.email} onClose={onClose} />}
  </Window>
);

const EMPTY: NewPassword = { password: '', confirm: '' };

const PasswordForm = ({ email, onClose }: { email: string; onClose: () => void }): ReactNode => {
  const [values, setValues] = useState(EMPTY);
  const [problem, setProblem] = useState<FieldProblem>();
  const change = useChange(calls.changePassword, {
    done: texts.edit.saved,
    failed: { prefix: texts.edit.failed },
    invalidates: accountReads,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = newPasswordProblem(values);
    setProblem(found);
    if (found === undefined && (await change.run({ email, password: hashPassword(values.password) }))) onClose();
  };
  return (
    <form className="sp-stack" onSubmit={(event) => void submit(event)} noValidate>
      <Text size="sm">{passwordTexts.explain}</Text>
      {(['password', 'confirm'] as const).map((name) => (
        <PasswordInput
          key={name}
          label={passwordTexts.fields[name]}
          autoComplete="new-password"
          value={values[name]}
          error={problem?.field === name && problem.message}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      <Group justify="flex-end" className="sp-foot">
        <FormButtons
          cancel={passwordTexts.cancel}
          submit={passwordTexts.submit}
          busy={change.busy}
          onCancel={onClose}
        />
      </Group>
    </form>
  );
};
