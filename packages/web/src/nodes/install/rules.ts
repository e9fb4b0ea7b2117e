import type { InstallAction, InstallStep, InstallView } from '@skyport/contract/install';
import type { KitFile } from '@skyport/contract/node-kit';
import { kitTexts, progressTexts } from './texts.ts';

/** Whether the panel is at work on a node, or about to be. */
export const isBusy = (install: InstallView | undefined): boolean =>
  install?.state === 'queued' || install?.state === 'running';

/** Whether anything was ever done to a node over SSH. */
export const hasLog = (install: InstallView | undefined): boolean =>
  install !== undefined && install.started_at !== null;

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

/** Installations that ended between two looks at them; none at the first look. */
export const endedBetween = (
  before: readonly InstallView[] | undefined,
  now: readonly InstallView[],
): readonly InstallView[] => {
  if (!before) return [];
  const ends = new Map(before.map((install) => [install._id, install.finished_at]));
  return now.filter(
    ({ _id, state, finished_at }) =>
      (state === 'done' || state === 'failed') && finished_at !== null && finished_at !== ends.get(_id),
  );
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

/** The kit in short: each part with its versions and processors. */
export const kitParts = (files: readonly KitFile[]): readonly string[] => {
  const found = new Map<string, { part: KitFile['part']; version: string; cpus: string[] }>();
  for (const { part, version, cpu } of files) {
    const key = `${part} ${version}`;
    const known = found.get(key) ?? { part, version, cpus: [] };
    if (cpu) known.cpus.push(cpu);
    found.set(key, known);
  }
  return [...found.values()].map(({ part, version, cpus }) =>
    kitTexts.part(kitTexts.parts[part], version, cpus.length > 0 ? kitTexts.cpus(cpus.join('、')) : ''),
  );
};

/** An installation's state in words, with its step while it is under way. */
export const stateText = ({ state, step, percent }: InstallView): string =>
  state === 'running' && step !== '' ? `${progressTexts.steps[step]} ${percent}%` : progressTexts.states[state];
