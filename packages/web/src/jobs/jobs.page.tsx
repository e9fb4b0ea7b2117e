import '../ui/input-styles.ts';
import { Button, NativeSelect } from '@mantine/core';
import { jobsCalls as calls, JobState, jobStateNames, type QueuedJob } from '@skyport/contract/jobs';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { jobColumns, jobName } from './job-columns.tsx';
import { texts } from './texts.ts';

/** The queue moves by itself: pause between two readings, in ms. */
const READ_MS = 10_000;

/** Jobs that one call takes. */
const AT_ONCE = 1000;

const mayRetry = ({ state }: QueuedJob): boolean => state === 'failed' || state === 'retrying';

/** Has jobs tried again: one at once, many after a question. */
const useRetry = () => {
  const { ask, dialog } = useConfirm();
  const { run } = useChange(calls.retry, {
    done: ({ retried }) => texts.retried(retried),
    failed: { prefix: texts.retryFailed },
    invalidates: [calls.list],
  });
  const askMany = (ids: readonly string[]): void =>
    ask({
      title: texts.retryAllTitle,
      text: texts.retryAllText(ids.length),
      harmless: true,
      run: () => run({ ids: [...ids] }),
    });
  return { retry: (job: QueuedJob): void => void run({ ids: [job._id] }), askMany, dialog };
};

/** /admin_jobs: what the panel has to do in the background, and what of it failed. */
export default function JobsPage(): ReactNode {
  const [state, setState] = useState<JobState>();
  const read = useCall(calls.list, state ? { state } : {}, { refetchEvery: READ_MS });
  const { retry, askMany, dialog } = useRetry();
  const failed = (read.data?.jobs ?? []).filter((job) => job.state === 'failed').slice(0, AT_ONCE);
  const choices = JobState.options.map((value) => ({
    value,
    label: texts.counted(jobStateNames[value], read.data?.counts[value] ?? 0),
  }));
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.jobs}
      columns={jobColumns}
      rowName={(row) => jobName(row.name)}
      filters={
        <NativeSelect
          size="sm"
          aria-label={texts.state}
          data={[{ value: '', label: texts.anyState }, ...choices]}
          value={state ?? ''}
          onChange={(event) => setState(JobState.safeParse(event.currentTarget.value).data)}
        />
      }
      actions={() =>
        failed.length > 0 && (
          <Button variant="light" onClick={() => askMany(failed.map(({ _id }) => _id))}>
            {texts.retryAll(failed.length)}
          </Button>
        )
      }
      rowActions={(row: QueuedJob) =>
        mayRetry(row) ? [{ label: texts.retry, first: true, run: () => retry(row) }] : []
      }
    >
      {dialog}
    </ListPage>
  );
}
