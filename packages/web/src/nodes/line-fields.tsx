import { Button, Text } from '@mantine/core';
import { fieldMeta } from '@skyport/contract/form';
import type { EntryView } from '@skyport/contract/nodes-entries';
import { LineForm } from '@skyport/contract/nodes-lines';
import { borrowedName, type Bridge, bridges, hasHost, protocolsOfNodeType } from '@skyport/contract/nodes-rules';
import type { NodeView } from '@skyport/contract/nodes';
import type { Permission } from '@skyport/contract/permissions';
import type { ReactNode } from 'react';
import type { Choice, FieldSpec } from '../ui/schema-form/field-spec.ts';
import { type LineValues, changesForBridge, changesForNode } from './rules.ts';
import { lineTexts as texts } from './texts.ts';

/** What the line form chooses from. */
export interface LineChoices {
  /** Undefined until they were read. */
  readonly nodes: readonly NodeView[] | undefined;
  /** Undefined until they were read. */
  readonly entries: readonly EntryView[] | undefined;
  readonly permissions: readonly Permission[];
}

const named = (records: readonly { readonly _id: string; readonly name: string }[]): readonly Choice[] =>
  records.map(({ _id, name }) => ({ value: _id, label: name }));

/** The bridges that a line may have: h2 is dialled directly, and only WebSocket goes through a CDN. */
export const bridgesOf = ({ protocol }: Pick<LineValues, 'protocol'>): readonly Bridge[] => {
  if (protocol === 'h2') return ['none'];
  return bridges.filter((bridge) => bridge !== 'cf_cdn' || protocol === 'vmesh_ws');
};

const bridgeChoices = (values: LineValues): readonly Choice[] => {
  const names = fieldMeta(LineForm.shape.bridge)?.choices;
  return bridgesOf(values).map((bridge) => ({ value: bridge, label: names?.[bridge] ?? bridge }));
};

/** Without an entry a line can only be dialled directly, which is one click away. */
const NoEntry = ({ onDirect }: { onDirect: () => void }): ReactNode => (
  <>
    <Text span inherit c="var(--sp-bad)">
      {texts.noEntry}
    </Text>
    <Button variant="light" ml="xs" onClick={onDirect}>
      {texts.makeDirect}
    </Button>
  </>
);

/** The fields of the line form. */
export const lineFields = ({ nodes, entries, permissions }: LineChoices): readonly FieldSpec<LineValues>[] => {
  const nodeOf = (values: LineValues): NodeView | undefined => nodes?.find((node) => node._id === values.agentID);
  const isH2 = (values: LineValues): boolean => nodeOf(values)?.type === 'h2';
  return [
    { name: 'name' },
    {
      name: 'agentID',
      as: 'search',
      note: () => nodes?.length === 0 && texts.noNode,
      choices: (nodes ?? []).map(({ _id, country, name }) => ({ value: _id, label: `${country.flag} ${name}`.trim() })),
      effect: (values) => changesForNode(values, nodeOf(values)),
    },
    {
      name: 'protocol',
      choices: (values) =>
        protocolsOfNodeType(nodeOf(values)?.type ?? 'v2ray').map((value) => ({ value, label: value })),
      locked: isH2,
      effect: (values) =>
        bridgesOf(values).includes(values.bridge ?? 'none') ? {} : { bridge: 'none', bridgeAddr: '' },
    },
    { name: 'bridge', as: 'select', choices: bridgeChoices, locked: isH2, effect: changesForBridge },
    {
      name: 'entryID',
      as: 'search',
      choices: named(entries ?? []),
      when: ({ bridge }) => bridge === 'report',
      required: () => true,
      // An empty list would open over the button below it.
      locked: () => entries?.length === 0,
      note: (_values, change) => entries?.length === 0 && <NoEntry onDirect={() => change({ bridge: 'none' })} />,
    },
    { name: 'bridgeAddr', when: ({ bridge }) => bridge === 'cf_cdn', required: () => true },
    { name: 'scale' },
    { name: 'num' },
    { name: 'permissionRequire', as: 'search', choices: named(permissions), none: texts.noPermission },
    { name: 'index' },
    { name: 'ip' },
    {
      name: 'host',
      required: (values) => values.bridge === 'cf_cdn' && !hasHost({}, nodeOf(values)),
    },
    {
      name: 'realityTarget',
      when: ({ protocol }) => protocol === 'reality',
      required: (values) => borrowedName({ host: values.host }, nodeOf(values)) === '',
      wide: true,
    },
    { name: 'public' },
    { name: 'fixName' },
    { name: 'disableForAgency' },
  ];
};
