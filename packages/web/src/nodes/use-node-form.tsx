import { NodeForm, type NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useMemo, useState } from 'react';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import type { useNodeChanges } from './node-actions.ts';
import { type KeptSecrets, nodeFields } from './node-fields.ts';
import { type FormKind, formTitle, type NodeValues } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { useCountries } from './use-countries.ts';

interface Editing {
  readonly title: string;
  readonly values: NodeValues;
  readonly keeps: KeptSecrets;
}

/** The form of a node: `edit` opens it, `window` is its element. `from` is the stored node that the values came from. */
export const useNodeForm = (
  save: ReturnType<typeof useNodeChanges>['save'],
): { readonly edit: (kind: FormKind, values: NodeValues, from?: NodeView) => void; readonly window: ReactNode } => {
  const countries = useCountries();
  const [editing, setEditing] = useState<Editing>();
  const { password, warp } = editing?.keeps ?? { password: false, warp: false };
  const fields = useMemo(() => nodeFields(countries, { password, warp }), [countries, password, warp]);
  return {
    edit: (kind, values, from) =>
      setEditing({
        title: formTitle(kind, texts),
        values,
        // A copy is another server: it needs keys of its own.
        keeps: { password: from?.has_ssh_password ?? false, warp: kind === 'edit' && from?.has_warp_keys === true },
      }),
    window: (
      <FormWindow
        title={editing?.title ?? ''}
        schema={NodeForm}
        fields={fields}
        value={editing?.values}
        onSave={async (values) => (await save.run(values)) !== undefined}
        onClose={() => setEditing(undefined)}
      />
    ),
  };
};
