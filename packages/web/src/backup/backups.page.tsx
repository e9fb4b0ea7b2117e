import { Alert, Button, Text } from '@mantine/core';
import { type Backup, backupCalls as calls } from '@skyport/contract/backup';
import type { Output } from '@skyport/contract/call';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useCall, useChange } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { backupColumns } from './backup-columns.tsx';
import { texts } from './texts.ts';

type Schedule = Output<typeof calls.list>['schedule'];

/** Pause between two readings, in ms: short while a worker is at it. */
const IDLE_MS = 30_000;
const BUSY_MS = 2000;

const SETTINGS = `/admin_config?find=${encodeURIComponent(texts.find)}`;

const isInUse = ({ restoreState, deleting }: Backup): boolean =>
  deleting || restoreState === 'waiting' || restoreState === 'running';

const isBusy = (row: Backup): boolean => ['waiting', 'writing', 'unchecked'].includes(row.state) || isInUse(row);

const mayTry = (row: Backup): boolean => row.state === 'good' && !isBusy(row);

/** Whether it may be deleted: it has a file, nothing works on it, and it is not the newest good one. */
const mayDelete = (row: Backup, newestGood: Backup | undefined): boolean =>
  ['good', 'damaged', 'unchecked'].includes(row.state) && !isInUse(row) && row._id !== newestGood?._id;

/** Writes a backup now, tries whether one can be restored, and deletes one; each after a question. */
const useBackupChanges = () => {
  const { ask, dialog } = useConfirm();
  const make = useChange(calls.make, {
    done: () => texts.started,
    failed: { prefix: texts.startFailed },
    invalidates: [calls.list],
  });
  const restore = useChange(calls.tryRestore, {
    done: () => texts.trying,
    failed: { prefix: texts.tryFailed },
    invalidates: [calls.list],
  });
  const deletion = useChange(calls.delete, {
    done: () => texts.deleted,
    failed: { prefix: texts.deleteFailed },
    invalidates: [calls.list],
  });
  return {
    askDelete: ({ _id, file, copiedAt }: Backup) =>
      ask({
        title: texts.deleteTitle,
        text: texts.deleteText(file, copiedAt !== null),
        run: () => deletion.run({ _id }),
      }),
    askMake: () => ask({ title: texts.nowTitle, text: texts.nowText, harmless: true, run: () => make.run({}) }),
    askRestore: ({ _id, file }: Backup) =>
      ask({
        title: texts.tryTitle,
        text: texts.tryText(file),
        harmless: true,
        run: () => restore.run({ _id }),
      }),
    dialog,
  };
};

const ScheduleNotice = ({
  of: { everyHours, keep, triesRestore, copies, nextAt, staleAt },
}: {
  readonly of: Schedule;
}): ReactNode => (
  <>
    {staleAt !== null && (
      <Alert color="red" role="alert" mb="sm">
        {texts.stale(shopTime(staleAt))}
      </Alert>
    )}
    <Text size="sm" c="dimmed" mb="sm">
      {everyHours === 0 ? texts.off : texts.every(everyHours, keep)}
      {nextAt !== null && texts.next(shopTime(nextAt))}
      {everyHours > 0 && texts.tries(triesRestore)}
      {copies && texts.copies}{' '}
      <Link to={SETTINGS} className="sp-unbroken">
        {texts.settings}
      </Link>
    </Text>
  </>
);

/** /admin_backups: the backups of the installation, how they stand, and whether they can be restored. */
export default function BackupsPage(): ReactNode {
  const [busy, setBusy] = useState(false);
  const read = useCall(calls.list, {}, { refetchEvery: busy ? BUSY_MS : IDLE_MS });
  const isNowBusy = read.data?.backups.some(isBusy) ?? false;
  if (isNowBusy !== busy) setBusy(isNowBusy);
  const { askMake, askRestore, askDelete, dialog } = useBackupChanges();
  const columns = useMemo(() => backupColumns(read.dataUpdatedAt), [read.dataUpdatedAt]);
  // The list begins with the newest.
  const newestGood = read.data?.backups.find(({ state }) => state === 'good');
  const isWriting = read.data?.backups.some(({ state }) => state === 'waiting' || state === 'writing') ?? false;
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.backups}
      columns={columns}
      rowName={(row) => row.file}
      notice={read.data && <ScheduleNotice of={read.data.schedule} />}
      next={<NextStep text={texts.empty} />}
      actions={() => (
        <Button onClick={askMake} disabled={isWriting}>
          {texts.now}
        </Button>
      )}
      rowActions={(row: Backup) => [
        ...(mayTry(row) ? [{ label: texts.tryRestore, run: () => askRestore(row) }] : []),
        ...(mayDelete(row, newestGood) ? [{ label: texts.delete, danger: true, run: () => askDelete(row) }] : []),
      ]}
    >
      {dialog}
    </ListPage>
  );
}
