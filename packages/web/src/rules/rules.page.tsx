import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { rulesCalls as calls, type RulesState } from '@skyport/contract/rules';
import { checkRules } from '@skyport/contract/rules-check';
import { normalizeRules } from '@skyport/contract/rules-entries';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../api/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Bar } from './bar.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { ListsTab } from './lists-tab.tsx';
import { texts } from './texts.ts';
import { type RulesDraft, useDraft } from './use-draft.ts';
import { useRulesChange } from './use-rules-change.ts';

/** Problems that are shown at most. */
const SHOWN = 5;

/** /admin_rules: groups and rules of subscription documents. */
export default function RulesPage(): ReactNode {
  const read = useCall(calls.get, {});
  return (
    <section className="sp-card sp-stack">
      <h1 className="sp-h1">{texts.title}</h1>
      <Loaded of={read} height={400}>
        {(state) => <Editor state={state} />}
      </Loaded>
    </section>
  );
}

type Tab = keyof typeof texts.tabs;

const Editor = ({ state }: { state: RulesState }): ReactNode => {
  const draft = useDraft(state);
  const [tab, setTab] = useState<Tab>('groups');
  const problems = useMemo(
    () => (draft.dirty ? checkRules(normalizeRules(draft.rules), state.ownHosts) : []),
    [draft.dirty, draft.rules, state.ownHosts],
  );
  const save = useRulesChange(calls.save, draft, { done: texts.saved, failed: texts.saveFailed });
  const restore = useRulesChange(calls.restore, draft, { done: texts.restored, failed: texts.restoreFailed });
  return (
    <>
      <Text size="sm" c="var(--sp-dim)">
        {texts.intro}
      </Text>
      <Bar
        state={state}
        draft={draft}
        save={save}
        valid={problems.length === 0}
        onReset={() => restore.run({ base: state.version, version: null })}
      />
      {draft.stale && !save.busy && !restore.busy && <Stale draft={draft} />}
      {problems.length > 0 && <Problems problems={problems} />}
      <SegmentedControl
        maw={420}
        value={tab}
        onChange={(value) => setTab(value as Tab)}
        data={Object.entries(texts.tabs).map(([value, label]) => ({ value, label }))}
      />
      {tab === 'groups' && <GroupsTab draft={draft} />}
      {tab === 'lists' && <ListsTab draft={draft} />}
      {tab === 'history' && (
        <HistoryTab state={state} onRestore={(version) => restore.run({ base: state.version, version })} />
      )}
    </>
  );
};

const Stale = ({ draft }: { draft: RulesDraft }): ReactNode => (
  <Alert color="orange" title={texts.staleTitle}>
    {texts.staleText}
    <Group mt="sm">
      <Button variant="default" onClick={draft.discard}>
        {texts.discard}
      </Button>
      <Button variant="default" onClick={draft.rebase}>
        {texts.overwrite}
      </Button>
    </Group>
  </Alert>
);

const Problems = ({ problems }: { problems: readonly string[] }): ReactNode => (
  <Alert color="red" title={texts.problems(problems.length)}>
    {problems.slice(0, SHOWN).map((problem) => (
      <div key={problem}>{problem}</div>
    ))}
    {problems.length > SHOWN && texts.more(problems.length - SHOWN)}
  </Alert>
);
