import { Box } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import type { Output } from '@skyport/contract/call';
import { type Push, pushCalls as calls } from '@skyport/contract/push';
import { type ReactNode, useMemo } from 'react';
import type { z } from 'zod';
import { useChange } from '../api/index.ts';
import { newChange } from '../device/random.ts';
import { Facts } from '../ui/facts.tsx';
import { traffic } from '../ui/format.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { showToast, toast } from '../ui/toasts.ts';
import { previewOf } from './rules.ts';
import { texts } from './texts.ts';

/** What transfers come to for the account. */
type Terms = Omit<Output<typeof calls.list>, 'pushList'>;

interface CreateWindowProps {
  readonly opened: boolean;
  readonly terms: Terms | undefined;
  readonly onMade: (made: Push) => void;
  readonly onClose: () => void;
}

const fields = [{ name: 'pushNumber', wide: true }] as const;

type CreateForm = z.output<typeof calls.create.input>;

/** Asks how much is given away; what it costs and what comes is said before. */
export const CreateWindow = ({ opened, terms, onMade, onClose }: CreateWindowProps): ReactNode => {
  const change = useChange(calls.create, {
    failed: ({ msg }) => toast(msg),
    invalidates: [calls.list, accountsCalls.userInfo],
    staleByConflict: true,
  });
  const least = opened ? terms?.minPushNum : undefined;
  // The opened window names the transfer: sent again after a lost answer, it is the same one.
  const value = useMemo(
    () => (least === undefined ? undefined : { pushNumber: Math.ceil(least), change: newChange() }),
    [least],
  );
  const save = async (form: CreateForm): Promise<boolean> => {
    if (terms && form.pushNumber < terms.minPushNum) {
      showToast(toast(texts.create.least(terms.minPushNum)), 'error');
      return false;
    }
    const made = await change.run(form);
    if (made) onMade(made);
    return made !== undefined;
  };
  return (
    <FormWindow
      title={texts.add}
      schema={calls.create.input}
      fields={fields}
      value={value}
      onSave={save}
      onClose={onClose}
      below={({ pushNumber }) => terms && <Foreseen gigabytes={pushNumber} terms={terms} />}
    />
  );
};

const Foreseen = ({ gigabytes, terms }: { readonly gigabytes: unknown; readonly terms: Terms }): ReactNode => {
  const preview = previewOf(gigabytes, terms);
  const tooMuch = preview !== undefined && preview.left < 0;
  return (
    <Box mt="sm" aria-live="polite">
      <Facts
        label={texts.create.preview}
        facts={[
          [texts.available, traffic(terms.available)],
          [texts.create.fee, preview ? traffic(preview.fee) : ''],
          [texts.create.gets, preview ? traffic(preview.gets) : ''],
          tooMuch
            ? [texts.create.left, texts.create.tooMuch, 'bad']
            : [texts.create.left, preview ? traffic(preview.left) : ''],
        ]}
      />
    </Box>
  );
};
