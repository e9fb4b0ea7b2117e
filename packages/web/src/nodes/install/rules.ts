import type { InstallView } from '@skyport/contract/install';
import type { KitFile } from '@skyport/contract/node-kit';
import { kitTexts, stateTexts } from './texts.ts';

/** Whether the panel is at work on a node, or about to be. */
export const isBusy = (install: InstallView | undefined): boolean =>
  install?.state === 'queued' || install?.state === 'running';

/** Whether anything was ever done to a node over SSH. */
export const hasLog = (install: InstallView | undefined): boolean =>
  install !== undefined && install.started_at !== null;

/** Installations that ended between two reads; none at the first read. */
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

/** An installation's state as text, with its step while it is under way. */
export const stateText = ({ state, step, percent }: InstallView): string =>
  state === 'running' && step !== '' ? `${stateTexts.steps[step]} ${percent}%` : stateTexts.states[state];
