import { ChannelForm } from '@skyport/contract/invite';
import { usersCalls as calls, type UserRow } from '@skyport/contract/users';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useChange } from '../api/index.ts';
import { useMergingSave } from '../list-page/use-merging-save.ts';
import type { Question } from '../ui/confirm.tsx';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { randomCodeBeside } from '../ui/schema-form/random-code.tsx';
import { accountReads } from './account-reads.ts';
import { texts } from './texts.ts';

const channelTexts = texts.channel;

type ChannelValues = z.input<typeof ChannelForm>;

const fields: readonly FieldSpec<ChannelValues>[] = [
  { name: 'email', locked: () => true, wide: true },
  { name: 'name' },
  { name: 'code', beside: randomCodeBeside },
  { name: 'rewardRate', step: 0.01 },
  { name: 'comsumerDuration' },
];

/**
 * The form of an account's channel, read anew each time that it is opened; whoever was overtaken is asked whether both
 * changes are saved.
 */
export const useChannelEdit = (
  ask: (question: Question) => void,
): {
  readonly editChannel: (user: Pick<UserRow, '_id'>) => void;
  readonly window: ReactNode;
} => {
  const [opened, setOpened] = useState<ChannelValues>();
  const read = useChange(calls.getUserChannel, {
    failed: { prefix: channelTexts.failed },
    onDone: ({ email, ...shown }) => setOpened({ email, ...shown, shown }),
  });
  const close = (): void => setOpened(undefined);
  const save = useMergingSave({
    call: calls.updateChannel,
    reads: accountReads,
    toasts: { done: channelTexts.saved, failed: { prefix: channelTexts.failed } },
    ask,
    close,
    schema: ChannelForm,
    fields,
  });
  return {
    editChannel: ({ _id }) => void read.run({ user_id: _id }),
    window: (
      <FormWindow
        title={opened ? channelTexts.title(opened.email) : ''}
        schema={ChannelForm}
        fields={fields}
        value={opened}
        onSave={save}
        onClose={close}
      />
    ),
  };
};
