import { NodeForm, nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { useCallback } from 'react';
import { type OpenedForm, type StaffRecords, useStaffRecords } from '../list-page/use-staff-records.tsx';
import { nodeFields } from './node-fields.ts';
import { nodeValues } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { useCountries } from './use-countries.ts';

const changes = { list: calls.list, save: calls.update, remove: calls.delete };

/**
 * The form of nodes and their removal. The form says which secrets of the stored node it keeps when
 * they are left empty.
 */
export const useNodeStaffRecords = (): StaffRecords<typeof NodeForm, NodeView> => {
  const countries = useCountries();
  const fields = useCallback(
    (opened: OpenedForm<typeof NodeForm, NodeView> | undefined) =>
      nodeFields(countries, {
        password: opened?.from?.has_ssh_password ?? false,
        // A copy is another server: it needs keys of its own.
        warp: opened?.kind === 'edit' && opened.from?.has_warp_keys === true,
      }),
    [countries],
  );
  return useStaffRecords({ texts, calls: changes, schema: NodeForm, fields, valuesOf: nodeValues });
};
