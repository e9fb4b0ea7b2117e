import { usersCalls as calls, type UserRow } from '@skyport/contract/users';
import { UserForm } from '@skyport/contract/users-form';
import { type ReactNode, useState } from 'react';
import { newChange } from '../device/random.ts';
import { useMergingSave } from '../list-page/use-merging-save.ts';
import type { Question } from '../ui/confirm.tsx';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { accountReads } from './account-reads.ts';
import { texts } from './texts.ts';
import { rebasedAmounts, userFields, type UserValues, userValues } from './user-fields.ts';

interface OpenedUser {
  readonly email: string;
  readonly values: UserValues;
}

/** The form in which an admin changes an account; whoever was overtaken is asked whether both changes are saved. */
export const useUserEdit = (
  ask: (question: Question) => void,
): { readonly edit: (user: UserRow) => void; readonly window: ReactNode } => {
  const [opened, setOpened] = useState<OpenedUser>();
  const close = (): void => setOpened(undefined);
  const save = useMergingSave({
    call: calls.updateUser,
    reads: accountReads,
    toasts: { done: texts.edit.saved, failed: { prefix: texts.edit.failed } },
    ask,
    close,
    schema: UserForm,
    fields: userFields,
    rebase: rebasedAmounts,
  });
  return {
    edit: (user) =>
      setOpened({
        email: user.email,
        values: { ...userValues(user), change: newChange() },
      }),
    window: (
      <FormWindow
        title={opened ? texts.edit.title(opened.email) : ''}
        schema={UserForm}
        fields={userFields}
        value={opened?.values}
        onSave={save}
        onClose={close}
      />
    ),
  };
};
