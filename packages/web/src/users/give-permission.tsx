import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { permissionsCalls } from '@skyport/contract/permissions';
import type { EditableUser } from '@skyport/contract/users-form';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { FormButtons } from '../ui/form-buttons.tsx';
import { endOfDay } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { pageTexts } from './page-texts.ts';

const texts = pageTexts.permissions;

interface GivePermissionProps {
  readonly busy: boolean;
  readonly onGive: (given: EditableUser['permissions'][number]) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks which permission an account is given, and until which day. */
export const GivePermission = (props: GivePermissionProps): ReactNode => {
  const list = useCall(permissionsCalls.list, {});
  return (
    <Loaded of={list} height={160}>
      {(permissions) =>
        permissions.length === 0 ? (
          <Text size="sm">{texts.nothing}</Text>
        ) : (
          <GiveForm {...props} choices={permissions.map(({ _id, name }) => ({ value: _id, label: name }))} />
        )
      }
    </Loaded>
  );
};

interface GiveFormProps extends GivePermissionProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

const GiveForm = ({ choices, busy, onGive, onClose }: GiveFormProps): ReactNode => {
  const [id, setId] = useState('');
  const [day, setDay] = useState('');
  const [tried, setTried] = useState(false);
  const expireTime = endOfDay(day);
  const isIncomplete = id === '' || expireTime === '';
  const give = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isIncomplete) void onGive({ id, expireTime });
  };
  return (
    <form className="sp-stack" onSubmit={give} noValidate>
      <NativeSelect
        label={texts.fields.permission}
        data={[{ value: '', label: '' }, ...choices]}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={texts.fields.until}
        value={day}
        error={tried && isIncomplete && texts.incomplete}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <FormButtons cancel={texts.cancel} submit={texts.submit} busy={busy} onCancel={onClose} />
      </Group>
    </form>
  );
};
