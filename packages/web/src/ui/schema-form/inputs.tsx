import '../input-styles.ts';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Checkbox.css';
import { ActionIcon, Checkbox, NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { emptyNumber } from './field-spec.ts';
import { boxed, common, type InputProps, shownText, takeChoice, withKept } from './input-parts.tsx';
import classes from './schema-form.module.css';
import { SearchInput } from './search-inputs.tsx';
import { texts } from './texts.ts';

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
      {...(field.placeholder !== undefined && { placeholder: field.placeholder })}
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
  const wraps = isOpen && props.field.multiline;
  const looks = [classes.secret, ...(isOpen ? [] : [classes.masked])];
  return (
    <Textarea
      {...boxed(props)}
      rows={props.field.multiline ? 2 : 1}
      wrap={wraps ? 'soft' : 'off'}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: looks.join(' ') }}
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
    case 'found':
      return <SearchInput {...props} />;
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
