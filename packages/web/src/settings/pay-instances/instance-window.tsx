import { auditCalls } from '@skyport/contract/audit';
import { type PayInstance, payInstanceCalls as calls } from '@skyport/contract/pay-instances';
import { type PayKindName, payKinds } from '@skyport/contract/pay-kinds';
import type { ReactNode } from 'react';
import { useChange } from '../../api/index.ts';
import { FormWindow } from '../../ui/schema-form/form-window.tsx';
import { schemaOf, specsOf, valuesOf } from './rules.ts';
import { payInstanceTexts as texts } from './texts.ts';

/** An instance that is made or edited. */
export interface Edited {
  readonly kind: PayKindName;
  readonly known?: PayInstance;
  /** Names the wish to make one. */
  readonly change?: string;
}

interface InstanceWindowProps {
  readonly edited: Edited;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const saving = {
  done: texts.saved,
  failed: { prefix: texts.saveFailed },
  invalidates: [calls.instances, auditCalls.list],
};

/** The form of a payment instance, by its kind. */
export const InstanceWindow = ({ edited, opened, onClose }: InstanceWindowProps): ReactNode => {
  const { kind, known, change } = edited;
  const make = useChange(calls.makeInstance, saving);
  const update = useChange(calls.updateInstance, saving);
  return (
    <FormWindow
      title={known ? texts.editTitle(known.label) : texts.addTitle(payKinds[kind].label)}
      schema={schemaOf(kind)}
      fields={specsOf(kind, known)}
      value={opened ? valuesOf(kind, known) : undefined}
      onSave={(form, onRefused) =>
        known
          ? update.run({ ...form, _id: known._id, version: known.version }, onRefused)
          : make.run({ ...form, kind, change }, onRefused)
      }
      onClose={onClose}
    />
  );
};
