import { Text } from '@mantine/core';
import { settingsCalls as calls, type SettingsState } from '@skyport/contract/settings';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../api/index.ts';
import { PayInstancesTab } from './pay-instances/index.ts';
import { ListTabs } from '../ui/list-tabs.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useWayOut } from '../ui/use-way-out.ts';
import { Editor } from './editor.tsx';
import { HistoryTab } from './history-tab.tsx';
import { texts } from './texts.ts';
import { useEdits } from './use-edits.ts';

/** /admin_config: every setting, by sections, and who changed what when. */
export default function SettingsPage(): ReactNode {
  const read = useCall(calls.get, {});
  return (
    <section className="sp-stack">
      <h1 className="sp-h1">{texts.title}</h1>
      <Text size="sm" c="var(--sp-dim)">
        {texts.intro}
      </Text>
      <Loaded of={read} height={400} alone>
        {(state) => <Tabs state={state} onReadAgain={() => read.refetch()} />}
      </Loaded>
    </section>
  );
}

interface TabsProps {
  readonly state: SettingsState;
  readonly onReadAgain: () => Promise<unknown>;
}

type Tab = keyof typeof texts.tabs;
const tabs = Object.keys(texts.tabs) as Tab[];

const Tabs = ({ state, onReadAgain }: TabsProps): ReactNode => {
  const edits = useEdits(state);
  const question = useWayOut(edits.holdsSecret, texts.leaveText);
  // Not `useTab`: while edits are unsaved, `useWayOut` holds the browser's history entry that it would replace.
  const asked = useSearchParams()[0].get('tab');
  const [tab, setTab] = useState<Tab>(tabs.find((each) => each === asked) ?? 'settings');
  return (
    <>
      <ListTabs label={texts.title} tabs={tabs} names={texts.tabs} tab={tab} onTab={setTab} />
      {tab === 'settings' && <Editor state={state} edits={edits} onReadAgain={onReadAgain} />}
      {tab === 'payInstances' && <PayInstancesTab />}
      {tab === 'history' && (
        <HistoryTab state={state} onUndone={({ version }) => edits.stale || edits.rebase(version)} />
      )}
      {question}
    </>
  );
};
