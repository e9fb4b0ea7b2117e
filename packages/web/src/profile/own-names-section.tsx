import '../ui/input-styles.ts';
import { Button, Textarea } from '@mantine/core';
import {
  MOST_OWN_NAMES,
  type OwnNames,
  ownNamesCalls,
  ownNamesProblem,
  tidiedNames,
} from '@skyport/contract/own-names';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/section.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { useWayOut } from '../ui/use-way-out.ts';
import { ownNamesTexts as texts } from './texts.ts';

const LISTS = ['direct', 'proxied'] as const;
type Typed = Readonly<Record<(typeof LISTS)[number], string>>;

const typedOf = ({ direct, proxied }: OwnNames): Typed => ({ direct: direct.join('\n'), proxied: proxied.join('\n') });
const namesIn = ({ direct, proxied }: Typed): OwnNames =>
  tidiedNames({ direct: direct.split(/[\s,，]+/), proxied: proxied.split(/[\s,，]+/) });

/** Names that the customer sends past the lines, or through them, whatever the rules say. */
export const OwnNamesSection = (): ReactNode => {
  const read = useCall(ownNamesCalls.ownNames, {}, { silent: true });
  return (
    <Section title={texts.title} hint={texts.hint(MOST_OWN_NAMES)}>
      <Loaded of={read} height={160}>
        {(saved) => <OwnNamesForm saved={saved} />}
      </Loaded>
    </Section>
  );
};

const OwnNamesForm = ({ saved }: { readonly saved: OwnNames }): ReactNode => {
  const [changes, setChanges] = useState<Partial<Typed>>({});
  const [problem, setProblem] = useState<FieldProblem>();
  const change = useChange(ownNamesCalls.setOwnNames, {
    done: texts.saved,
    failed: texts.failed,
    invalidates: [ownNamesCalls.ownNames],
  });
  const typed = { ...typedOf(saved), ...changes };
  const unsaved = LISTS.some((list) => typed[list] !== typedOf(saved)[list]);
  useUnsaved(unsaved);
  const question = useWayOut(unsaved, commonTexts.leaveText);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const names = namesIn(typed);
    const found = ownNamesProblem(names);
    setProblem(found);
    if (!found && (await change.run(names, setProblem))) setChanges({});
  };
  return (
    <form className="sp-stack" onSubmit={(event) => void save(event)} noValidate>
      {LISTS.map((list) => (
        <Textarea
          key={list}
          label={texts.labels[list]}
          description={texts.help[list]}
          value={typed[list]}
          error={problem?.field === list && problem.message}
          rows={3}
          spellCheck={false}
          onChange={(event) => {
            setChanges({ ...changes, [list]: event.currentTarget.value });
            setProblem(undefined);
          }}
        />
      ))}
      <div>
        <Button type="submit" loading={change.busy} disabled={!unsaved}>
          {texts.save}
        </Button>
      </div>
      {question}
    </form>
  );
};
