import '../input-styles.ts';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Select, type SelectProps, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { commonTexts } from '../common-texts.ts';
import type { FindChoices } from './field-spec.ts';
import { boxed, type InputProps, linesOf, shownText, takeChoice, withKept } from './input-parts.tsx';
import { texts } from './texts.ts';

/** All choices that there are: what was found by the text is not measured by it again. */
const asFound: SelectProps['filter'] = ({ options }) => options;

const SearchChooser = (props: InputProps & { onSearch?: (typed: string) => void }) => {
  const kept = shownText(props);
  const { none } = props.field;
  return (
    <Select
      {...boxed(props)}
      {...(props.onSearch && { onSearchChange: props.onSearch, filter: asFound })}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      clearable={none !== undefined}
      value={kept === '' ? null : kept}
      data={[...withKept(props.choices, kept)]}
      placeholder={none ?? texts.search}
      nothingFoundMessage={texts.notFound}
      maxDropdownHeight={280}
      onChange={(chosen) => takeChoice(props, chosen ?? '')}
    />
  );
};

const FindingFailed = (): ReactNode => (
  <Text span inherit c="var(--sp-bad)" ml="xs">
    {commonTexts.failed}
  </Text>
);

const FindingChooser = (props: InputProps & { find: FindChoices }) => {
  const [typed, setTyped] = useState('');
  const { choices, failed } = props.find(typed, linesOf(shownText(props)));
  return (
    <SearchChooser {...props} choices={choices} {...(failed && { note: <FindingFailed /> })} onSearch={setTyped} />
  );
};

/** Several choices that are searched for; they are kept as text, one a line. */
const FindingSeveral = (props: InputProps & { find: FindChoices }): ReactNode => {
  const [typed, setTyped] = useState('');
  const kept = linesOf(shownText(props));
  const { choices, failed } = props.find(typed, kept);
  return (
    <MultiSelect
      {...boxed(failed ? { ...props, note: <FindingFailed /> } : props)}
      searchable
      hidePickedOptions
      filter={asFound}
      searchValue={typed}
      onSearchChange={setTyped}
      value={[...kept]}
      data={[...kept.reduce(withKept, choices)]}
      {...(kept.length === 0 && { placeholder: texts.search })}
      nothingFoundMessage={texts.notFound}
      maxDropdownHeight={280}
      onChange={(chosen) => props.onChange(chosen.join('\n'))}
    />
  );
};

/** One choice or several with a search box; the field's `find` searches, where there is one. */
export const SearchInput = (props: InputProps): ReactNode => {
  const { find, kind } = props.field;
  if (!find) return <SearchChooser {...props} />;
  return kind === 'found' ? <FindingSeveral {...props} find={find} /> : <FindingChooser {...props} find={find} />;
};
