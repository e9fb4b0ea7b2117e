import { Alert, Button, Group } from '@mantine/core';
import { settingsCalls as calls } from '@skyport/contract/settings';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCall } from '../api/index.ts';
import { shopTime } from '../ui/shop-time.ts';
import { ChangeLines } from './change-lines.tsx';
import classes from './settings.module.css';
import { texts } from './texts.ts';
import type { SettingsEdits } from './use-edits.ts';

/** Changes of others that are looked through for those since somebody began to edit. */
const MOST = 200;

/** Says that somebody else saved meanwhile, and what; whoever edits decides what becomes of their own changes. */
export const Stale = ({ edits }: { readonly edits: SettingsEdits }): ReactNode => {
  const { data } = useCall(calls.history, { limit: MOST });
  const since = data?.changes.filter(({ version }) => version !== null && version > edits.base);
  const box = useRef<HTMLDivElement>(null);
  const isThere = since !== undefined;
  // Above what was being edited: who has gone further down would only see that nothing was saved.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere]);
  return (
    <Alert ref={box} color="orange" title={texts.staleTitle} role="alert" classNames={{ root: classes.below }}>
      <div>{since ? texts.staleText : texts.staleWaits}</div>
      {since?.map((change) => (
        <ChangeLines
          key={change._id}
          head={`${shopTime(change.time)} · ${change.by || texts.someone}`}
          changes={change.changes}
          noteOf={({ name }) => (edits.changed.some((each) => each === name) ? texts.staleMine : undefined)}
        />
      ))}
      <Group mt="sm">
        <Button variant="default" onClick={edits.discard}>
          {texts.staleDiscard}
        </Button>
        <Button variant="default" onClick={() => edits.rebase()}>
          {texts.staleKeep}
        </Button>
      </Group>
    </Alert>
  );
};
