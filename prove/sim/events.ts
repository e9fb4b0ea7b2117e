import { defaultSettings, type Settings } from '@skyport/contract/settings-table';
import { GIB, MIB } from '@skyport/contract/units';
import { agentPoints } from './disk.ts';
import type { AgentEnd } from './machine.ts';
import { panelPoints, type Fate, type PanelPoint } from './process.ts';
import type { Dice } from './random.ts';

/** How a request travels: `twice` when the connection broke and the client asked again. */
export type Travel = 'arrives' | 'twice' | 'lost';

type NodeEvent =
  | 'engine dies'
  | 'agent dies'
  | 'power fails'
  | 'copy of disk'
  | 'disk put back'
  | 'clone'
  | 'move to clone'
  | 'install';
type PanelEvent = 'panel goes on' | 'panel dies' | 'settle';

/**
 * One thing that happens. Numbers name a node, a user, a line, a panel or a call by
 * its place, round and round.
 */
export type Event =
  | {
      readonly do: 'traffic';
      readonly node: number;
      readonly user: number;
      readonly line: number;
      readonly up: number;
      readonly down: number;
    }
  | { readonly do: 'tick'; readonly node: number; readonly end?: AgentEnd }
  | { readonly do: NodeEvent; readonly node: number }
  | { readonly do: 'disk full'; readonly node: number; readonly full: boolean }
  | { readonly do: 'clock'; readonly node: number; readonly skew: number }
  | { readonly do: 'ask'; readonly node: number; readonly panel: number }
  | { readonly do: 'request'; readonly call: number; readonly travel: Travel; readonly end?: AgentEnd }
  | { readonly do: 'answer'; readonly call: number; readonly lost: boolean }
  | { readonly do: 'round'; readonly node: number; readonly panel: number }
  | { readonly do: 'arm'; readonly panel: number; readonly point: PanelPoint; readonly fate: Fate }
  | { readonly do: PanelEvent; readonly panel: number }
  | { readonly do: 'backup' | 'database put back' }
  | { readonly do: 'grant'; readonly user: number; readonly bytes: number }
  | { readonly do: 'member'; readonly user: number; readonly hours: number }
  | { readonly do: 'trial'; readonly user: number; readonly bytes: number; readonly hours: number }
  | { readonly do: 'trials end' }
  | { readonly do: 'user scale'; readonly user: number; readonly ppm: number }
  | {
      readonly do: 'line';
      readonly node: number;
      readonly renumbered: boolean;
      readonly ppm: number;
      readonly isPublic: boolean;
    }
  | { readonly do: 'settings'; readonly settings: Partial<Settings> };

/** An event and the milliseconds before it. */
export type Step = Event & { readonly ms: number };

/** An account at the beginning. */
export interface PersonSetup {
  readonly num: number;
  readonly granted: number;
  readonly memberHours: number | null;
  readonly quota: number;
  readonly special: boolean;
  readonly specialGb: number;
  readonly ppm: number;
  readonly agency: boolean;
}

/** What a schedule begins with. */
export interface Setup {
  readonly people: readonly PersonSetup[];
  readonly nodes: readonly { readonly id: string; readonly linkMbps: number; readonly lines: readonly LineSetup[] }[];
  readonly settings: Settings;
}
export interface LineSetup {
  readonly num: number;
  readonly ppm: number;
  readonly isPublic: boolean;
}

const HOURS = [-1, 2, 24, 720] as const;
const PPM = [1_000_000, 1_000_000, 1_000_000, 500_000, 333_333, 2_500_000, 1, 0, 1_234_567] as const;
const SCALES = [1, 1, 1, 0.5, 1.5, 0.333_333, 3, 0] as const;
const SIZES = [0, 100, MIB, 50 * MIB, 10 * GIB] as const;

const settingsOf = (dice: Dice): Partial<Settings> => ({
  traffic_spend_scale: dice.pick(SCALES),
  upload_traffic_spend_scale: dice.pick(SCALES),
  minestTrafficSpend: dice.pick([0, 0, 0, 1, 100]),
  noGlobalTrafficScaleLimit: dice.pick([0, 0, 1, 10]),
});

const lineOf = (dice: Dice, num: number): LineSetup => ({ num, ppm: dice.pick(PPM), isPublic: dice.oneIn(5) });

/** Users and lines that the panel has never heard of, so that strange batches come by. */
export const STRANGER = 99;
/** What the engine counts for its own placeholder. */
export const NOBODY = -1;

/** What a schedule begins with. */
export const setupOf = (dice: Dice): Setup => ({
  people: [1, 2, 3].slice(0, 1 + dice.below(3)).map((num) => ({
    num,
    granted: dice.pick(SIZES),
    memberHours: dice.pick([null, ...HOURS]),
    quota: dice.pick(SIZES),
    special: dice.oneIn(6),
    specialGb: dice.below(2),
    ppm: dice.pick(PPM),
    agency: dice.oneIn(4),
  })),
  nodes: ['a', 'b'].slice(0, dice.oneIn(4) ? 2 : 1).map((id, at) => ({
    id,
    linkMbps: dice.oneIn(12) ? 1 : 10_000,
    lines: Array.from({ length: 1 + dice.below(2) }, (_, line) => lineOf(dice, 10 * (at + 1) + line)),
  })),
  settings: { ...defaultSettings, ...settingsOf(dice) },
});

const bytes = (dice: Dice): number => {
  const size = dice.pick([0, 1, 1000, 100_000, 3_000_000, 400_000_000, 5_000_000_000]);
  return size === 0 ? 0 : 1 + dice.below(size);
};

const end = (dice: Dice, oneIn: number): { end?: AgentEnd } =>
  dice.oneIn(oneIn) ? { end: { point: dice.pick(agentPoints), power: dice.oneIn(3) } } : {};

const place = (dice: Dice): number => dice.below(4);

type Maker = (dice: Dice) => Event;

const traffic: Maker = (dice) => ({
  do: 'traffic',
  node: place(dice),
  user: dice.oneIn(60) ? STRANGER : dice.oneIn(30) ? NOBODY : dice.below(3),
  line: dice.oneIn(80) ? STRANGER : dice.below(3),
  up: bytes(dice),
  down: bytes(dice),
});
const ofNode =
  (what: NodeEvent): Maker =>
  (dice) => ({ do: what, node: place(dice) });
const ofPanel =
  (what: PanelEvent): Maker =>
  (dice) => ({ do: what, panel: dice.below(2) });

/** What can happen, and how often, beside the rest. */
const makers: readonly (readonly [weight: number, make: Maker])[] = [
  [40, traffic],
  [22, (dice) => ({ do: 'tick', node: place(dice), ...end(dice, 6) })],
  [18, (dice) => ({ do: 'round', node: place(dice), panel: dice.below(2) })],
  [8, (dice) => ({ do: 'ask', node: place(dice), panel: dice.below(2) })],
  [
    12,
    (dice) => ({
      do: 'request',
      call: place(dice),
      travel: dice.pick(['arrives', 'arrives', 'arrives', 'twice', 'lost']),
      ...end(dice, 5),
    }),
  ],
  [12, (dice) => ({ do: 'answer', call: place(dice), lost: dice.oneIn(4) })],
  [
    10,
    (dice) => ({
      do: 'arm',
      panel: dice.below(2),
      point: dice.pick(panelPoints),
      fate: dice.pick(['dies', 'dies', 'pauses', 'repeats', 'loses commit']),
    }),
  ],
  [5, ofPanel('panel goes on')],
  [2, ofPanel('panel dies')],
  [3, ofPanel('settle')],
  [3, ofNode('engine dies')],
  [2, ofNode('agent dies')],
  [2, ofNode('power fails')],
  [2, ofNode('copy of disk')],
  [2, ofNode('disk put back')],
  [1, ofNode('clone')],
  [1, ofNode('move to clone')],
  [2, ofNode('install')],
  [2, (dice) => ({ do: 'disk full', node: place(dice), full: dice.oneIn(2) })],
  [
    2,
    (dice) => ({ do: 'clock', node: place(dice), skew: (dice.below(5) - 2) * dice.pick([1000, 400_000, 50_000_000]) }),
  ],
  [1, () => ({ do: 'backup' })],
  [1, () => ({ do: 'database put back' })],
  [2, (dice) => ({ do: 'grant', user: dice.below(3), bytes: dice.pick(SIZES) })],
  [1, (dice) => ({ do: 'member', user: dice.below(3), hours: dice.pick(HOURS) })],
  [1, (dice) => ({ do: 'trial', user: dice.below(3), bytes: dice.pick(SIZES), hours: 1 + dice.below(24) })],
  [2, () => ({ do: 'trials end' })],
  [1, (dice) => ({ do: 'user scale', user: dice.below(3), ppm: dice.pick(PPM) })],
  [
    1,
    (dice) => ({
      do: 'line',
      node: place(dice),
      renumbered: dice.oneIn(2),
      ppm: dice.pick(PPM),
      isPublic: dice.oneIn(4),
    }),
  ],
  [2, (dice) => ({ do: 'settings', settings: settingsOf(dice) })],
];
const wheel = makers.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

const pause = (dice: Dice): number =>
  dice.oneIn(12) ? dice.below(50_000_000) : dice.oneIn(600) ? 700_000_000 : dice.below(90_000);

/** The events of a schedule: ten to forty. */
export const stepsOf = (dice: Dice): Step[] =>
  Array.from({ length: 10 + dice.below(31) }, () => ({ ...dice.pick(wheel)(dice), ms: pause(dice) }));
