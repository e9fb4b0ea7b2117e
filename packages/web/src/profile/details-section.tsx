import '../ui/input-styles.ts';
import '@mantine/core/styles/Checkbox.css';
import { Alert, Checkbox, TextInput } from '@mantine/core';
import type { UserInfo } from '@skyport/contract/accounts';
import type { FormEvent, ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { accountTexts, useSession } from '../accounts/index.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { Section } from '../ui/section.tsx';
import { AvatarField } from './avatar-field.tsx';
import { Help } from './help.tsx';
import { movesEmail, SWITCHES } from './rules.ts';
import { texts } from './texts.ts';
import { useDetails, type Details } from './use-details.ts';

/** Avatar, address and the switches of the subscription: one form, saved together. */
export const DetailsSection = (): ReactNode => {
  const { user } = useSession();
  return user ? <DetailsForm user={user} /> : null;
};

const DetailsForm = ({ user }: { user: UserInfo }): ReactNode => {
  const details = useDetails(user);
  const { values, problem, busy, mailedTo, question, edit, save } = details;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  const errorOf = (field: 'email' | 'password'): string | false => problem?.field === field && problem.message;
  return (
    <Section title={texts.details.title}>
      <form className="sp-stack" onSubmit={submit} noValidate>
        <AvatarField icon={values.icon} email={user.email} onChange={(icon) => edit({ icon })} />
        <TextInput
          label={accountTexts.fields.email}
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={(event) => edit({ email: event.currentTarget.value })}
          error={errorOf('email')}
        />
        {movesEmail(values, user) && (
          <PasswordInput
            label={texts.details.password}
            description={<span className="sp-dim">{texts.details.passwordHint}</span>}
            autoComplete="current-password"
            value={values.password}
            onChange={(event) => edit({ password: event.currentTarget.value })}
            error={errorOf('password')}
          />
        )}
        <Switches details={details} />
        {mailedTo !== undefined && (
          <Alert color="indigo" role="status">
            {texts.details.mailed(mailedTo)}
          </Alert>
        )}
        <div>
          <BusyButton type="submit" busy={busy}>
            {texts.details.save}
          </BusyButton>
        </div>
      </form>
      {question}
    </Section>
  );
};

const Switches = ({ details: { values, edit } }: { details: Details }): ReactNode => (
  <div role="group" aria-label={texts.switches.label} className="sp-switches">
    {SWITCHES.map((name) => {
      const { label, help } = texts.switches[name];
      return (
        <div key={name} className="sp-row">
          <Checkbox
            label={label}
            size="md"
            checked={values[name]}
            onChange={(event) => edit({ [name]: event.currentTarget.checked })}
          />
          <Help label={texts.switches.help(label)} text={help} />
        </div>
      );
    })}
  </div>
);
