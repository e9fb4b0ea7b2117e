import { Button, Text } from '@mantine/core';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import type { SettingsState } from '@skyport/contract/settings';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useFind } from '../list-page/use-find.ts';
import { SearchField } from '../ui/search-field.tsx';
import { useChannelChoices } from './pay-instances/index.ts';
import { Bar } from './bar.tsx';
import { sections, type SettingField } from './fields.ts';
import { isFound } from './rules.ts';
import { SettingsSection } from './settings-section.tsx';
import classes from './settings.module.css';
import { Stale } from './stale.tsx';
import { sectionTexts, texts } from './texts.ts';
import type { SettingsEdits } from './use-edits.ts';
import { useSave } from './use-save.ts';

interface EditorProps {
  readonly state: SettingsState;
  readonly edits: SettingsEdits;
  readonly onReadAgain: () => Promise<unknown>;
}

const found = (search: string) =>
  sections
    .map(({ name, fields }) => ({ name, fields: fields.filter((field) => isFound(field.name, search)) }))
    .filter(({ fields }) => fields.length > 0);

/** What is looked for: what is typed counts until the address asks for something else. */
const useSearch = (): readonly [search: string, find: (text: string) => void] => {
  const asked = useFind();
  const [typed, setTyped] = useState({ asked, text: asked });
  return [typed.asked === asked ? typed.text : asked, (text) => setTyped({ asked, text })];
};

/** The changes with what the server refused of them, until that is changed. */
const useRefusal = (edits: SettingsEdits) => {
  const [refused, setRefused] = useState<FieldProblem>();
  const { put: putEdit, problems } = edits;
  const problemOf = (field: SettingField): string | undefined =>
    problems[field.name] ?? (refused?.field === field.name ? refused.message : undefined);
  const put = useCallback<SettingsEdits['put']>(
    (name, value) => {
      setRefused((was) => (was?.field === name ? undefined : was));
      putEdit(name, value);
    },
    [putEdit],
  );
  return { problemOf, put, setRefused };
};

/** The settings by sections, with what saves and restores them above. */
export const Editor = ({ state, edits, onReadAgain }: EditorProps): ReactNode => {
  const [search, find] = useSearch();
  const channels = useChannelChoices();
  const { problemOf, put, setRefused } = useRefusal(edits);
  const place = useRef<HTMLDivElement>(null);
  const shown = found(search.trim());
  const showProblem = (): void => {
    find('');
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const refuse = (problem: FieldProblem): void => {
    setRefused(problem);
    showProblem();
  };
  const save = useSave({ state, edits, onReadAgain, onRefused: refuse });
  return (
    <div ref={place} className="sp-stack">
      <Bar
        state={state}
        edits={edits}
        save={save}
        onReadAgain={onReadAgain}
        onProblem={showProblem}
        find={<SearchField label={texts.search} value={search} onType={find} />}
      />
      {save.overtaken && <Stale edits={edits} />}
      <SectionIndex names={shown.map(({ name }) => name)} />
      {shown.length === 0 && <Text className="sp-card">{texts.nothingFound}</Text>}
      {shown.map(({ name, fields }) => (
        <SettingsSection
          key={name}
          name={name}
          fields={fields}
          state={state}
          edits={{ ...edits, put }}
          problemOf={problemOf}
          channels={channels}
        />
      ))}
    </div>
  );
};

/** Leads to a section of the page. */
const SectionIndex = ({ names }: { readonly names: readonly (keyof typeof sectionTexts)[] }): ReactNode => (
  <nav className={classes.index} aria-label={texts.toSection}>
    {names.map((name) => (
      <Button
        key={name}
        variant="default"
        onClick={() => document.getElementById(`settings-${name}`)?.scrollIntoView({ block: 'start' })}
      >
        {sectionTexts[name]}
      </Button>
    ))}
  </nav>
);
