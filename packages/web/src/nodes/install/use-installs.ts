import { installCalls as calls, type InstallView } from '@skyport/contract/install';
import { nodesCalls } from '@skyport/contract/nodes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCall, useChange } from '../../api/index.ts';
import { fetchCode } from '../../device/fetch-code.ts';
import { showToast, toast } from '../../ui/toasts.ts';
import { endedBetween, isBusy } from './rules.ts';
import { installTexts as texts } from './texts.ts';

/** How often the installations are read, in ms: sooner while the panel is at work. */
const IDLE_MS = 15_000;
const BUSY_MS = 1500;

const stale = [calls.states, calls.log, nodesCalls.list];

/** Why one failed; the many texts for it are fetched only then, and without them its window still says it. */
const reasonOf = (install: InstallView): Promise<string> =>
  fetchCode(() => import('./problem-text.ts')).then(
    ({ problemText }) => problemText(install),
    () => '',
  );

const toastEnd = async (install: InstallView): Promise<void> => {
  const { state, action, reason } = install;
  // The node that failed first has said why; those that were to follow it add nothing.
  if (reason?.code === 'firstFailed') return;
  if (state === 'done') {
    showToast(texts.done[action], 'success');
    return;
  }
  const { text, ms } = texts.failed[action];
  showToast(toast(text + (await reasonOf(install)), ms), 'error');
};

/** The installations of all nodes, by node; a toast says when one ends, whether or not its window is open. */
export const useInstalls = (): ReadonlyMap<string, InstallView> => {
  const known = useRef<readonly InstallView[]>(undefined);
  const [busy, setBusy] = useState(false);
  const { data } = useCall(calls.states, {}, { refetchEvery: busy ? BUSY_MS : IDLE_MS, silent: true });
  const isNowBusy = data?.some(isBusy) ?? false;
  if (isNowBusy !== busy) setBusy(isNowBusy);
  useEffect(() => {
    if (!data) return;
    for (const ended of endedBetween(known.current, data)) void toastEnd(ended);
    known.current = data;
  }, [data]);
  return useMemo(() => new Map(data?.map((install) => [install._id, install])), [data]);
};

/** What can be done to nodes over SSH; a refusal names its reason; accepted work goes on by itself. */
export const useInstallChanges = () => ({
  upgrade: useChange(calls.upgradeAgentserver, { failed: { prefix: texts.failed.upgrade }, invalidates: stale }),
  rollback: useChange(calls.rollback, { failed: { prefix: texts.failed.rollback }, invalidates: stale }),
  remove: useChange(calls.remove, { failed: { prefix: texts.failed.remove }, invalidates: stale }),
});

/** What `useInstallChanges` gives. */
export type InstallChanges = ReturnType<typeof useInstallChanges>;
