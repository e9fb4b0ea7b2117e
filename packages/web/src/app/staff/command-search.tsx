import '../../ui/input-styles.ts';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { commonTexts } from '../../ui/common-texts.ts';
import type { TabPage } from '../menu.ts';
import type { Find, FindGroup } from './finds.ts';
import classes from './staff.module.css';
import { texts } from './texts.ts';
import { useFinds } from './use-finds.ts';

interface CommandSearchProps {
  readonly pages: readonly TabPage[];
  /** Something was chosen. */
  readonly onDone: () => void;
}

/** Where the arrow keys lead to, from the find at this place among so many. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
};

/** What is typed and what it finds, as a combobox (ARIA Authoring Practices): the keyboard stays in the field. */
export default function CommandSearch({ pages, onDone }: CommandSearchProps): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  // The window may have been there before this.
  useEffect(() => field.current?.focus(), []);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { groups, busy, failed, retry } = useFinds(pages, typed);
  const all = groups.flatMap(({ finds }) => finds);
  const active = all[Math.min(at, all.length - 1)];
  const open = ({ to }: Find): void => {
    onDone();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter belongs to whoever is still composing a Chinese word.
    if (event.nativeEvent.isComposing || active === undefined) return;
    const step = STEPS[event.key];
    if (!step && event.key !== 'Enter') return;
    event.preventDefault();
    if (step) setAt(step(all.indexOf(active), all.length));
    else open(active);
  };
  return (
    <>
      <TextInput
        ref={field}
        data-autofocus
        role="combobox"
        aria-label={texts.findLabel}
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-activedescendant={active && optionId(id, active)}
        placeholder={texts.findHint}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <FindList id={id} groups={groups} active={active} onOpen={open} />
      <div role="status" className={classes.note}>
        {noteOf({ busy, failed, found: all.length > 0 })}
        {failed && !busy && (
          <Button variant="subtle" onClick={retry}>
            {commonTexts.retry}
          </Button>
        )}
      </div>
    </>
  );
}

const noteOf = ({ busy, failed, found }: { busy: boolean; failed: boolean; found: boolean }): string => {
  if (busy) return texts.finding;
  if (failed) return found ? texts.findFailed : commonTexts.failed;
  return found ? '' : texts.nothingFound;
};

const optionId = (id: string, { key }: Find): string => `${id}-${key}`;

interface FindListProps {
  readonly id: string;
  readonly groups: readonly FindGroup[];
  readonly active: Find | undefined;
  readonly onOpen: (find: Find) => void;
}

const FindList = ({ id, groups, active, onOpen }: FindListProps): ReactNode => {
  const shown = active && optionId(id, active);
  useEffect(() => {
    if (shown !== undefined) document.getElementById(shown)?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <div id={id} role="listbox" aria-label={texts.finds} className={classes.finds}>
      {groups.map(({ name, finds }) => (
        <div key={name} role="group" aria-label={name}>
          <div className={classes.groupName} aria-hidden>
            {name}
          </div>
          {finds.map((find) => (
            <div
              key={find.key}
              id={optionId(id, find)}
              role="option"
              aria-selected={find === active}
              className={classes.option}
              // The field keeps the focus, so that typing goes on.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onOpen(find)}
            >
              <span>{find.label}</span>
              <span className="sp-dim sp-small">{find.hint}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};
