import { Button } from '@mantine/core';
import { codes } from '@skyport/contract/codes';
import { type UserDetail, usersCalls as calls } from '@skyport/contract/users';
import type { EditableUser } from '@skyport/contract/users-form';
import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Change, readAgain, useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { Section } from '../ui/section.tsx';
import { accountReads } from './account-reads.ts';
import { GivePermission } from './give-permission.tsx';
import { pageTexts } from './page-texts.ts';
import { texts as listTexts } from './texts.ts';
import classes from './user.module.css';

const texts = pageTexts.permissions;

type Held = EditableUser['permissions'];

const heldBy = ({ permissions }: UserDetail): Held => permissions.map(({ id, expireTime }) => ({ id, expireTime }));

/** Saves what an account holds. Whoever hears that somebody else changed it meanwhile sees next what it holds now. */
const useHeld = (user: UserDetail): ((held: Held) => ReturnType<Change<typeof calls.updateUser>['run']>) => {
  const client = useQueryClient();
  const change = useChange(calls.updateUser, {
    done: listTexts.edit.saved,
    failed: { prefix: listTexts.edit.failed },
    invalidates: accountReads,
    onFailed: ({ code }) => {
      if (code === codes.conflict.code) void readAgain(client, accountReads);
    },
  });
  const shown = { permissions: heldBy(user) };
  return (permissions) => change.run({ _id: user._id, permissions, shown });
};

/** Permissions of an account: which, until when, one more, or one less. */
export const PermissionsSection = ({ user }: { user: UserDetail }): ReactNode => {
  const [giving, setGiving] = useState(false);
  const save = useHeld(user);
  const { ask, dialog } = useConfirm();
  const others = (id: string): Held => heldBy(user).filter((held) => held.id !== id);
  const take = ({ id, name }: UserDetail['permissions'][number]): void =>
    ask({ title: texts.takeTitle(name), text: texts.takeText, run: () => save(others(id)) });
  return (
    <Section title={texts.title}>
      {user.permissions.length === 0 && <span className="sp-dim">{texts.empty}</span>}
      <ul className={classes.list} aria-label={texts.title}>
        {user.permissions.map((held) => (
          <li key={held.id}>
            <span className={classes.name}>{held.name}</span>
            <span className="sp-row">
              <Until time={held.expireTime} />
              <Button variant="default" aria-label={texts.takeOf(held.name)} onClick={() => take(held)}>
                {texts.take}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => setGiving(true)}>
          {texts.give}
        </Button>
      </div>
      <GivePermission
        opened={giving}
        onGive={(given) => save([...others(given.id), given])}
        onClose={() => setGiving(false)}
      />
      {dialog}
    </Section>
  );
};

const Until = ({ time }: { time: string }): ReactNode => {
  const [opened] = useState(Date.now);
  return (
    <span className="sp-dim sp-small">
      {Date.parse(time) > opened ? texts.until(shopTime(time)) : `${texts.until(shopTime(time))} · ${texts.ended}`}
    </span>
  );
};
