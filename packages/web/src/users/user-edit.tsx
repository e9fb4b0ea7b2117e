import { usersCalls as calls, type UserRow } from '@skyport/contract/users';
import { UserForm } from '@skyport/contract/users-form';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { randomCode } from '../device/random.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { accountReads } from './account-reads.ts';
import { texts } from './texts.ts';
import { userFields, type UserValues, userValues } from './user-fields.ts';

/** Characters by which a change is known when it is sent again, because its answer was lost. */
const CHANGE_LENGTH = 22;

interface OpenedUser {
  readonly email: string;
  readonly values: UserValues;
}

/** The form in which an admin changes an account. */
export const useUserEdit = (): { readonly edit: (user: UserRow) => void; readonly window: ReactNode } => {
  const [opened, setOpened] = useState<OpenedUser>();
  const save = useChange(calls.updateUser, {
    done: texts.edit.saved,
    failed: { prefix: texts.edit.failed },
    invalidates: accountReads,
  });
  return {
    edit: (user) =>
      setOpened({
        email: user.email,
        values: { ...userValues(user), change: randomCode(undefined, CHANGE_LENGTH) },
      }),
    window: (
      <FormWindow
        title={opened ? texts.edit.title(opened.email) : ''}
        schema={UserForm}
        fields={userFields}
        value={opened?.values}
        onSave={(values, onRefused) => save.run(values, onRefused)}
        onClose={() => setOpened(undefined)}
      />
    ),
  };
};
