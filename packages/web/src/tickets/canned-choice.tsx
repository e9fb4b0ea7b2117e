import '../ui/input-styles.ts';
import { NativeSelect } from '@mantine/core';
import { ticketsAdminCalls as calls } from '@skyport/contract/tickets-admin';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { staffTexts as texts } from './texts.ts';

/** Puts a canned answer into the reply; nothing while there are none. */
export const CannedChoice = ({ onChoose }: { readonly onChoose: (text: string) => void }): ReactNode => {
  const { data = [] } = useCall(calls.cannedList, {}, { silent: true });
  if (data.length === 0) return null;
  return (
    <NativeSelect
      label={texts.canned}
      value=""
      data={[{ value: '', label: texts.noCanned }, ...data.map(({ _id, name }) => ({ value: _id, label: name }))]}
      onChange={(event) => {
        const chosen = data.find(({ _id }) => _id === event.currentTarget.value);
        if (chosen) onChoose(chosen.text);
      }}
    />
  );
};
