import { accountsCalls } from '@skyport/contract/accounts';
import type { Output } from '@skyport/contract/call';
import { type Push, pushCalls as calls } from '@skyport/contract/push';
import type { ReactNode } from 'react';
import { useChange } from '../api/index.ts';
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

/** Asks how much is given away; what it costs and what comes is said before. */
export const CreateWindow = ({ opened, terms, onMade, onClose }: CreateWindowProps): ReactNode => {
  const change = useChange(calls.create, {
    failed: ({ msg }) => toast(msg),
    invalidates: [calls.list, accountsCalls.userInfo],
  });
  const save = async ({ pushNumber }: { readonly pushNumber: number }): Promise<boolean> => {
    if (terms && pushNumber < terms.minPushNum) {
      showToast(toast(texts.create.least(terms.minPushNum)), 'error');
      return false;
    }
    const made = await change.run({ pushNumber });
    if (made) onMade(made);
    return made !== undefined;
  };
  return (
    <FormWindow
      title={texts.add}
      schema={calls.create.input}
      fields={fields}
      value={opened && terms ? { pushNumber: Math.ceil(terms.minPushNum) } : undefined}
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
    <div aria-live="polite">
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
    </div>
  );
};
