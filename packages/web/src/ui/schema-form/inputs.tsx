import '../input-styles.ts';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Checkbox.css';
import {
  ActionIcon,
  Checkbox,
  NativeSelect,
  Select,
  type SelectProps,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { commonTexts } from '../common-texts.ts';
import { type Choice, emptyNumber, type Field, type FindChoices } from './field-spec.ts';
import classes from './schema-form.module.css';
import { texts } from './texts.ts';

interface InputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly choices: readonly Choice[];
  readonly locked: boolean;
  readonly required: boolean;
  readonly note: ReactNode;
  readonly onChange: (value: unknown) => void;
}

/** What all inputs say about themselves. */
const common = ({ field, error, locked, required, note }: InputProps) => ({
  name: field.name,
  label: field.label,
  // The mark is drawn by the style sheet: the name of the input stays what it is.
  ...(required && !locked && { 'aria-required': true, labelProps: { className: classes.required ?? '' } }),
  ...((field.help !== undefined || note) && {
    description: (
      <>
        {field.help}
        {note}
      </>
    ),
  }),
  error,
  disabled: locked,
  size: 'sm' as const,
});

/** Help stands below the input, so that inputs side by side are in line. */
const boxed = (props: InputProps) => ({
  ...common(props),
  inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
});

const shownText = ({ field, value }: InputProps): string => {
  const shown = field.show ? field.show(value) : value;
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : '';
};

const Plain = (props: InputProps & { type: 'text' | 'number' | 'date' }) => {
  const { field, type, onChange } = props;
  const change = (typed: string): void => {
    onChange(field.take ? field.take(typed) : typed);
  };
  return (
    <TextInput
      {...boxed(props)}
      type={type}
      {...(type === 'number' && { step: 'any', ...field.bounds, inputMode: 'decimal' as const })}
      autoComplete="off"
      value={shownText(props)}
      onChange={(event) => change(event.currentTarget.value)}
      {...(field.unit !== undefined && {
        rightSection: (
          <Text size="sm" c="var(--sp-dim)">
            {field.unit}
          </Text>
        ),
        rightSectionWidth: 24 + field.unit.length * 12,
      })}
    />
  );
};

/** A number needs room for what is being typed: `1.0` is on the way to `1.05` and must not become `1`. */
const Numeric = (props: InputProps) => {
  const [typed, setTyped] = useState(() => shownText(props));
  const { field, onChange } = props;
  const take = (text: string): void => {
    setTyped(text);
    onChange(text.trim() === '' ? emptyNumber(field) : (field.take ?? Number)(text));
  };
  return (
    <Plain {...props} value={typed} field={{ ...field, show: String, take }} onChange={() => undefined} type="number" />
  );
};

const Toggle = (props: InputProps) => (
  <Switch
    {...common(props)}
    className={classes.switch ?? ''}
    checked={props.value === true}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
  />
);

/** What is chosen, even when it is no longer among the choices: a form must not change silently what it opened with. */
const withKept = (choices: readonly Choice[], kept: string): readonly Choice[] =>
  kept === '' || choices.some((choice) => choice.value === kept)
    ? choices
    : [...choices, { value: kept, label: choices.length === 0 ? kept : texts.gone }];

const takeChoice = ({ field, onChange }: InputProps, chosen: string): void => {
  if (chosen === '' && field.nullable) onChange(null);
  else onChange(field.take ? field.take(chosen) : chosen);
};

const Chooser = (props: InputProps) => {
  const kept = shownText(props);
  const choices = withKept(props.choices, kept);
  const { none } = props.field;
  const needsNone = none !== undefined || kept === '';
  return (
    <NativeSelect
      {...boxed(props)}
      value={kept}
      data={[...(needsNone ? [{ value: '', label: none ?? texts.unchosen }] : []), ...choices]}
      onChange={(event) => takeChoice(props, event.currentTarget.value)}
    />
  );
};

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
  const { choices, failed } = props.find(typed, shownText(props));
  return (
    <SearchChooser {...props} choices={choices} {...(failed && { note: <FindingFailed /> })} onSearch={setTyped} />
  );
};

const Several = (props: InputProps) => {
  const kept = props.value as readonly string[];
  const choices = kept.reduce(withKept, props.choices);
  return (
    <Checkbox.Group {...boxed(props)} value={[...kept]} onChange={props.onChange}>
      <div className={classes.several}>
        {choices.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
        {choices.length === 0 && (
          <Text size="sm" c="var(--sp-dim)">
            {texts.noChoices}
          </Text>
        )}
      </div>
    </Checkbox.Group>
  );
};

const Area = (props: InputProps) => (
  <Textarea
    {...boxed(props)}
    rows={4}
    value={shownText(props)}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
);

const Secret = (props: InputProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Textarea
      {...boxed(props)}
      rows={props.field.multiline ? 2 : 1}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: isOpen ? '' : (classes.masked ?? '') }}
      value={shownText(props)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={`${isOpen ? texts.hide : texts.show}${props.field.label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconEyeOff size={18} /> : <IconEye size={18} />}
        </ActionIcon>
      }
    />
  );
};

const Lines = (props: InputProps) => {
  const [text, setText] = useState(() => (props.value as readonly string[]).join('\n'));
  return (
    <Textarea
      {...boxed(props)}
      rows={4}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        props.onChange(
          event.currentTarget.value
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    />
  );
};

/** The input of one field. */
export const FieldInput = (props: InputProps): ReactNode => {
  if (props.field.own) return props.field.own(props.value, props.onChange);
  switch (props.field.kind) {
    case 'number':
      return <Numeric {...props} />;
    case 'switch':
      return <Toggle {...props} />;
    case 'select':
      return <Chooser {...props} />;
    case 'search':
      return props.field.find ? <FindingChooser {...props} find={props.field.find} /> : <SearchChooser {...props} />;
    case 'several':
      return <Several {...props} />;
    case 'textarea':
      return <Area {...props} />;
    case 'secret':
      return <Secret {...props} />;
    case 'lines':
      return <Lines {...props} />;
    default:
      return <Plain {...props} type={props.field.kind === 'day' ? 'date' : 'text'} />;
  }
};
