import '../ui/input-styles.ts';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { RuleSet, RulesPreview } from '@skyport/contract/rules';
import { rulesCalls as calls } from '@skyport/contract/rules';
import type { DocumentKind } from '@skyport/contract/subscription';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import paper from '../ui/paper.module.css';
import { Window } from '../ui/window.tsx';
import classes from './rules.module.css';
import { previewTexts as texts } from './texts.ts';

/** Kinds of documents as their clients are called; null where the documents have no groups and rules to preview. */
const KINDS: Readonly<Record<DocumentKind, string | null>> = {
  mjclash: 'Clash Meta（mihomo）',
  flclash: 'FlClash',
  clash: 'Clash',
  stash: 'Stash',
  singbox: 'sing-box',
  karing: 'Karing',
  surge: 'Surge',
  surfboard: 'Surfboard',
  ss: null,
  ssr: null,
  q: null,
  v2box: null,
  nekobox: null,
  hiddify: null,
  xray: null,
  qx: null,
  loon: null,
};

const choices = Object.entries(KINDS).flatMap(([value, label]) => (label === null ? [] : [{ value, label }]));

const SWITCHES = ['inForeign', 'inXinjiang', 'useEnglish'] as const;

const notesOf = ({ emptyGroups, emptyLists, strayLists }: RulesPreview): string[] => [
  ...(emptyGroups.length > 0 ? [texts.emptyGroups(emptyGroups.join('、'))] : []),
  ...(emptyLists.length > 0 ? [texts.emptyLists(emptyLists.join('、'))] : []),
  ...(strayLists.length > 0 ? [texts.strayLists(strayLists.join('、'))] : []),
];

/** The document that these rules would make, in a window; nothing is saved. */
export const PreviewWindow = ({ rules, onClose }: { rules: RuleSet; onClose: () => void }): ReactNode => {
  const [kind, setKind] = useState<DocumentKind>('mjclash');
  const [userAgent, setUserAgent] = useState('');
  const [switches, setSwitches] = useState({ inForeign: false, inXinjiang: false, useEnglish: false });
  const preview = useCall(calls.preview, { rules, kind, switches, userAgent }, { failed: texts.failed });
  return (
    <Window opened onClose={onClose} title={texts.title} size="xl">
      <Stack gap="sm">
        <Group grow align="flex-end">
          <NativeSelect
            size="md"
            label={texts.kind}
            value={kind}
            data={choices}
            onChange={(event) => setKind(event.currentTarget.value as DocumentKind)}
          />
          <TextInput
            label={texts.client}
            placeholder={texts.clientHint}
            maxLength={300}
            defaultValue=""
            onBlur={(event) => setUserAgent(event.currentTarget.value)}
          />
        </Group>
        <Group>
          {SWITCHES.map((name) => (
            <Checkbox
              key={name}
              label={texts.switches[name]}
              checked={switches[name]}
              onChange={(event) => setSwitches({ ...switches, [name]: event.currentTarget.checked })}
            />
          ))}
        </Group>
        <Loaded of={preview} height={320}>
          {(shown) => <Shown shown={shown} />}
        </Loaded>
      </Stack>
    </Window>
  );
};

const Shown = ({ shown }: { shown: RulesPreview }): ReactNode => (
  <>
    <Group justify="space-between">
      <Text size="sm" c="var(--sp-dim)">
        {texts.note} {texts.size(shown.bytes)}
      </Text>
      <CopyButton text={shown.text} size="sm">
        {texts.copy}
      </CopyButton>
    </Group>
    {notesOf(shown).map((note) => (
      <Text key={note} size="sm">
        {note}
      </Text>
    ))}
    {/* It scrolls, so the keyboard must reach it. */}
    <pre className={`${paper.paper} ${classes.document}`} tabIndex={0} aria-label={texts.text}>
      {shown.text}
    </pre>
  </>
);
