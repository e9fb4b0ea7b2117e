import { Button } from '@mantine/core';
import { type TestedPart, type SettingsState } from '@skyport/contract/settings';
import { isGuarded } from '@skyport/contract/settings-rules';
import type { Section, SettingName } from '@skyport/contract/settings-table';
import { IconLock } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { useChannelChoices } from './pay-instances/index.ts';
import type { Choice } from '../ui/schema-form/field-spec.ts';
import { FieldInput } from '../ui/schema-form/inputs.tsx';
import type { SettingField } from './fields.ts';
import { OutsideLists } from './outside-lists.tsx';
import classes from './settings.module.css';
import { TestPart } from './test-part.tsx';
import { sectionTexts, texts } from './texts.ts';
import type { SettingsEdits } from './use-edits.ts';

interface SectionProps {
  readonly name: Section;
  readonly fields: readonly SettingField[];
  readonly state: SettingsState;
  readonly edits: SettingsEdits;
  readonly problemOf: (field: SettingField) => string | undefined;
  /** The payment instances that a setting can choose. */
  readonly channels: ReturnType<typeof useChannelChoices>;
}

/** What of a section can be tried out. */
const testedPart: Partial<Record<Section, TestedPart>> = {
  mail: 'mail',
  telegram: 'telegram',
  files: 'files',
  sales: 'usdt',
};

/** The settings of one section, and what tries them out. */
export const SettingsSection = ({ name, fields, state, edits, problemOf, channels }: SectionProps): ReactNode => {
  const tested = testedPart[name];
  const isUnsaved = fields.some((field) => edits.changed.includes(field.name));
  return (
    <section className={`sp-card sp-stack ${classes.section}`} id={`settings-${name}`} aria-label={sectionTexts[name]}>
      <h2 className="sp-h2">{sectionTexts[name]}</h2>
      <div className={classes.grid}>
        {fields.map((field) => (
          <Setting
            key={field.name}
            field={field}
            value={edits.valueOf(field.name)}
            channels={Object.hasOwn(channels, field.name) ? channels[field.name as keyof typeof channels] : undefined}
            problem={problemOf(field)}
            changed={edits.changed.includes(field.name)}
            cleared={edits.clear.includes(field.name)}
            isSet={state.secrets.includes(field.name)}
            put={edits.put}
            putClear={edits.putClear}
          />
        ))}
      </div>
      {tested && <TestPart part={tested} state={state} isUnsaved={isUnsaved} />}
      {name === 'lists' && <OutsideLists isUnsaved={isUnsaved} />}
    </section>
  );
};

interface SettingProps extends Pick<SettingsEdits, 'put' | 'putClear'> {
  readonly field: SettingField;
  readonly value: unknown;
  readonly channels: readonly Choice[] | undefined;
  readonly problem: string | undefined;
  readonly changed: boolean;
  /** A secret that is to be taken away, and whether there is one. */
  readonly cleared: boolean;
  readonly isSet: boolean;
}

/** One setting; drawn again only when something about it changes, because there are so many. */
const Setting = memo(({ field, value, channels, problem, changed, put, ...secret }: SettingProps): ReactNode => {
  const { name } = field;
  return (
    <div className={`${classes.field} ${field.wide ? classes.wide : ''}`} data-changed={changed || undefined}>
      <FieldInput
        field={field}
        value={value}
        error={problem}
        choices={channels ?? field.choices({})}
        locked={secret.cleared}
        required={field.isRequired({})}
        note={field.kind === 'secret' && <SecretState name={name} {...secret} />}
        onChange={(next) => put(name, next)}
      />
      {isGuarded(name) && (
        <span className={classes.lock} title={texts.guarded}>
          <IconLock size={16} role="img" aria-label={texts.guarded} />
        </span>
      )}
    </div>
  );
});

type SecretProps = Pick<SettingProps, 'cleared' | 'isSet' | 'putClear'> & { readonly name: SettingName };

/** Whether a secret is set, and the way to take it away: its value is never shown. */
const SecretState = ({ name, cleared, isSet, putClear }: SecretProps): ReactNode => {
  const said = isSet ? texts.secretSet : texts.secretNone;
  return (
    <span className={classes.secret}>
      {cleared ? texts.secretCleared : said}
      {isSet && (
        <Button variant="subtle" size="compact-sm" onClick={() => putClear(name, !cleared)}>
          {cleared ? texts.keep : texts.clear}
        </Button>
      )}
    </span>
  );
};
