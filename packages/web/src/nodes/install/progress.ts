import type { InstallAction, InstallStep, InstallView } from '@skyport/contract/install';

/** A step that is shown. */
export type ShownStep = Exclude<InstallStep, ''>;

const stepsOf: Readonly<Record<InstallAction, readonly ShownStep[]>> = {
  upgrade: ['connect', 'preflight', 'key', 'upload', 'script', 'enrol', 'verify'],
  rollback: ['connect', 'preflight', 'key', 'script', 'verify'],
  remove: ['connect', 'preflight', 'key', 'script'],
};

/** How far a step is. */
export type StepTone = 'done' | 'now' | 'failed' | 'ahead';

/** The steps of an installation in their order, each with how far it is. */
export const stepTones = ({
  action,
  step,
  state,
}: Pick<InstallView, 'action' | 'step' | 'state'>): readonly {
  readonly step: ShownStep;
  readonly tone: StepTone;
}[] => {
  const steps = stepsOf[action];
  const at = step === '' ? -1 : steps.indexOf(step);
  return steps.map((each, place) => ({ step: each, tone: toneOf(place, at, state) }));
};

const toneOf = (place: number, at: number, state: InstallView['state']): StepTone => {
  if (state === 'done' || place < at) return 'done';
  if (place > at) return 'ahead';
  return state === 'failed' ? 'failed' : 'now';
};

/** Share of a batch that is over, and how many of it are. A node that waits for an admin is not over. */
export const batchProgress = (
  installs: readonly InstallView[],
): { readonly over: number; readonly percent: number } => {
  const over = installs.filter(({ state }) => state === 'done' || state === 'failed').length;
  const sum = installs.reduce((total, { state, percent }) => total + (state === 'done' ? 100 : percent), 0);
  return { over, percent: installs.length === 0 ? 0 : Math.round(sum / installs.length) };
};

/** The node that the window shows by itself: what needs somebody, then what is under way, then the last that ended. */
export const mostPressing = (installs: readonly InstallView[]): InstallView | undefined =>
  (['waiting-host-key', 'running', 'failed', 'queued'] as const)
    .map((wanted) => installs.find(({ state }) => state === wanted))
    .find(Boolean) ?? installs.at(-1);

/** What is left in the log after an answer: added to what was read, or alone when the log began anew. */
export const withAnswer = (
  read: { readonly text: string; readonly next: number; readonly started: string | null },
  asked: number,
  answer: { readonly offset: number; readonly text: string; readonly next: number; readonly install: InstallView },
): { readonly text: string; readonly next: number; readonly started: string | null } => ({
  text: answer.offset === asked && asked > 0 ? read.text + answer.text : answer.text,
  next: answer.next,
  started: answer.install.started_at,
});
