import '../ui/input-styles.ts';
import { Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '../ui/busy-button.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { findProblem, resetProblem, type ResetForm, type ResetProblem } from './rules.ts';
import { texts } from './texts.ts';

interface ResetFieldsProps {
  /** Sends the form; gives what the server refused, or undefined when there is nothing to say at a field. */
  readonly send: (form: ResetForm) => Promise<ResetProblem | undefined>;
  /** Finds the address of the link's account. */
  readonly find: (link: string) => Promise<{ email: string } | { problem: ResetProblem | undefined }>;
  /** The operator's contact; empty without one. */
  readonly contact: string;
}

const EMPTY: ResetForm = { link: '', email: '', password: '', confirm: '' };

/** What was typed, what is wrong with it, what was found, and what is under way. */
const useResetForm = ({ send, find }: Omit<ResetFieldsProps, 'contact'>) => {
  const [form, setForm] = useState<ResetForm>(EMPTY);
  const [problem, setProblem] = useState<ResetProblem>();
  const [found, setFound] = useState('');
  const [busy, setBusy] = useState<'send' | 'find'>();
  const cleaned: ResetForm = { ...form, email: form.email.trim(), link: form.link.trim() };
  const run = async (what: 'send' | 'find', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await work();
    } finally {
      setBusy(undefined);
    }
  };
  return {
    found,
    busy,
    input: (field: keyof ResetForm) => ({
      value: form[field],
      onChange: (event: { currentTarget: { value: string } }) => {
        setForm({ ...form, [field]: event.currentTarget.value });
        setProblem(undefined);
        if (field === 'link') setFound('');
      },
      error: problem?.field === field && problem.message,
    }),
    submit: async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      const wrong = resetProblem(cleaned);
      setProblem(wrong);
      if (!wrong) await run('send', async () => setProblem(await send(cleaned)));
    },
    search: async (): Promise<void> => {
      const wrong = findProblem(cleaned.link);
      setProblem(wrong);
      setFound('');
      if (wrong) return;
      await run('find', async () => {
        const answer = await find(cleaned.link);
        if ('problem' in answer) return setProblem(answer.problem);
        setFound(answer.email);
        return setForm((typed) => ({ ...typed, email: answer.email }));
      });
    },
  };
};

/** The form of the reset page: link, account and the new password twice. */
export const ResetFields = (props: ResetFieldsProps): ReactNode => {
  const { found, busy, input, submit, search } = useResetForm(props);
  const labels = texts.reset;
  return (
    <form className="sp-card sp-narrow sp-stack" onSubmit={(event) => void submit(event)} noValidate>
      <h1 className="sp-h1">{labels.title}</h1>
      <TextInput
        label={labels.link}
        description={<span className="sp-dim">{labels.linkHint}</span>}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...input('link')}
      />
      <BusyButton variant="default" onClick={() => void search()} busy={busy === 'find'} disabled={busy === 'send'}>
        {labels.find}
      </BusyButton>
      <div role="status">{found && <Text size="sm">{labels.found(found)}</Text>}</div>
      <TextInput
        label={texts.fields.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        {...input('email')}
      />
      <PasswordInput label={labels.password} autoComplete="new-password" {...input('password')} />
      <PasswordInput label={labels.confirm} autoComplete="new-password" {...input('confirm')} />
      <BusyButton type="submit" busy={busy === 'send'} disabled={busy === 'find'} fullWidth>
        {labels.submit}
      </BusyButton>
      {props.contact !== '' && <span className="sp-dim sp-small">{labels.noLink(props.contact)}</span>}
      <Link to="/login">{labels.toLogin}</Link>
    </form>
  );
};
