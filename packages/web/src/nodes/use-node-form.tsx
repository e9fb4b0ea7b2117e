import { NodeForm, type NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useMemo, useState } from 'react';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import type { useNodeChanges } from './node-actions.ts';
import { nodeFields } from './node-fields.ts';
import { type FormKind, formTitle, type NodeValues } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { useCountries } from './use-countries.ts';

interface Editing {
  readonly title: string;
  readonly values: NodeValues;
  readonly keepsPassword: boolean;
}

/** The form of a node: `edit` opens it, `window` is its element. `from` is the stored node that the values came from. */
export const useNodeForm = (
  save: ReturnType<typeof useNodeChanges>['save'],
): { readonly edit: (kind: FormKind, values: NodeValues, from?: NodeView) => void; readonly window: ReactNode } => {
  const countries = useCountries();
  const [editing, setEditing] = useState<Editing>();
  const keepsPassword = editing?.keepsPassword ?? false;
  const fields = useMemo(() => nodeFields(countries, keepsPassword), [countries, keepsPassword]);
  return {
    edit: (kind, values, from) =>
      setEditing({ title: formTitle(kind, texts), values, keepsPassword: from?.has_ssh_password ?? false }),
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
