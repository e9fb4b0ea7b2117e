import '../ui/input-styles.ts';
import { Group, Textarea, TextInput } from '@mantine/core';
import { TICKET_TEXT, TICKET_TITLE, ticketsCalls as calls } from '@skyport/contract/tickets';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { newChange } from '../device/random.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { FormButtons } from '../ui/form-buttons.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { ImageField } from '../api/image-field.tsx';
import { descProblem, titleProblem } from './rules.ts';
import { texts } from './texts.ts';

interface CreateFormProps {
  readonly onTyped: (typed: boolean) => void;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The fields of a new ticket. */
export const CreateForm = ({ onTyped, onDone, onCancel }: CreateFormProps): ReactNode => {
  const [form, setForm] = useState(() => ({ title: '', desc: '', imageUrl: '', change: newChange() }));
  const [tried, setTried] = useState(false);
  const change = useChange(calls.create, {
    done: texts.created,
    failed: { prefix: texts.failed },
    invalidates: [calls.myList],
    staleByConflict: true,
    onDone,
  });
  useUnsaved(form.title + form.desc !== '');
  const set = (part: Partial<typeof form>): void => {
    const next = { ...form, ...part };
    setForm(next);
    onTyped(next.title + next.desc !== '');
  };
  const problems = { title: titleProblem(form.title), desc: descProblem(form.desc) };
  const submit = (): void => {
    setTried(true);
    if (problems.title === '' && problems.desc === '') void change.run(form);
  };
  return (
    <form
      className="sp-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        label={texts.form.titleLabel}
        required
        description={texts.form.titleHint}
        maxLength={TICKET_TITLE}
        value={form.title}
        error={tried && problems.title !== '' ? problems.title : undefined}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label={texts.form.desc}
        required
        description={texts.form.descHint}
        rows={6}
        maxLength={TICKET_TEXT}
        value={form.desc}
        error={tried && problems.desc !== '' ? problems.desc : undefined}
        onChange={(event) => set({ desc: event.currentTarget.value })}
      />
      <ImageField texts={texts.image} image={form.imageUrl} onChange={(imageUrl) => set({ imageUrl })} />
      <Group justify="flex-end" className="sp-foot">
        <FormButtons cancel={commonTexts.cancel} submit={texts.form.submit} onCancel={onCancel} busy={change.busy} />
      </Group>
    </form>
  );
};
