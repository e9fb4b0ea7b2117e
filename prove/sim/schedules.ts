import { defaultSettings, type Settings } from '@skyport/contract/settings-table';
import { GIB, MIB } from '@skyport/contract/units';
import { agentPoints } from './disk-state.ts';
import {
  type Event,
  type LineSetup,
  type Movement,
  NOBODY,
  type NodeEvent,
  type PanelEvent,
  type Setup,
  type Step,
  STRANGER,
} from './events.ts';
import type { AgentDeath } from './machine.ts';
import { panelPoints, type PanelPoint } from './process.ts';
import type { Dice } from './random.ts';

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

/** What a schedule begins with. */
export const setupOf = (dice: Dice): Setup => ({
  accounts: [1, 2, 3].slice(0, 1 + dice.below(3)).map((num) => ({
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

const end = (dice: Dice, oneIn: number): { end?: AgentDeath } =>
  dice.oneIn(oneIn) ? { end: { point: dice.pick(agentPoints), power: dice.oneIn(3) } } : {};

const place = (dice: Dice): number => dice.below(4);

type Maker = (dice: Dice) => Event;

const movement = (dice: Dice): Movement => ({
  node: place(dice),
  user: dice.oneIn(60) ? STRANGER : dice.oneIn(30) ? NOBODY : dice.below(3),
  line: dice.oneIn(80) ? STRANGER : dice.below(3),
  up: bytes(dice),
  down: bytes(dice),
});

const traffic: Maker = (dice) => ({ do: 'traffic', ...movement(dice) });

const ofNode =
  (what: NodeEvent): Maker =>
  (dice) => ({ do: what, node: place(dice) });

const ofPanel =
  (what: PanelEvent): Maker =>
  (dice) => ({ do: what, panel: dice.below(2) });

type Wheel = readonly (readonly [weight: number, make: Maker])[];

const arm =
  (points: readonly PanelPoint[]): Maker =>
  (dice) => ({
    do: 'arm',
    panel: dice.below(2),
    point: dice.pick(points),
    effect: dice.pick(['dies', 'dies', 'dies', 'pauses', 'repeats', 'loses commit']),
  });

const request: Maker = (dice) => ({
  do: 'request',
  call: place(dice),
  travel: dice.pick(['arrives', 'arrives', 'arrives', 'twice', 'lost']),
  ...end(dice, 5),
});

const answer: Maker = (dice) => ({
  do: 'answer',
  call: place(dice),
  travel: dice.pick(['arrives', 'arrives', 'arrives', 'arrives', 'lost', 'lost', 'altered', 'replayed']),
});

const round: Maker = (dice) => ({
  do: 'round',
  node: place(dice),
  panel: dice.below(2),
  travel: dice.pick(['arrives', 'arrives', 'lost', 'altered', 'replayed']),
});

const clock: Maker = (dice) => ({
  do: 'clock',
  node: place(dice),
  skew: (dice.below(5) - 2) * dice.pick([1000, 400_000, 50_000_000]),
});

const grant: Maker = (dice) => ({ do: 'grant', user: dice.below(3), bytes: dice.pick(SIZES) });

const settings: Maker = (dice) => ({ do: 'settings', settings: settingsOf(dice) });

const line: Maker = (dice) => ({
  do: 'line',
  node: place(dice),
  renumbered: dice.oneIn(2),
  ppm: dice.pick(PPM),
  isPublic: dice.oneIn(4),
});

/** What can happen, and how often, beside the rest. */
const always: Wheel = [
  [28, traffic],
  [30, (dice) => ({ do: 'all is well', ...movement(dice), panel: dice.below(2) })],
  [22, (dice) => ({ do: 'tick', node: place(dice), ...end(dice, 6) })],
  [10, round],
  [10, (dice) => ({ do: 'ask', node: place(dice), panel: dice.below(2), arrives: dice.oneIn(2) })],
  [12, request],
  [12, answer],
  [8, arm(panelPoints)],
  [4, ofPanel('panel goes on')],
  [1, ofPanel('panel dies')],
  [3, ofPanel('settle')],
  [3, ofNode('engine dies')],
  [2, ofNode('agent dies')],
  [2, ofNode('power fails')],
  [2, (dice) => ({ do: 'disk full', node: place(dice), full: dice.oneIn(2) })],
  [2, clock],
  [2, settings],
  [1, grant],
];

const disks: Wheel = [
  [8, ofNode('copy of disk')],
  [8, ofNode('disk put back')],
  [2, ofNode('clone')],
  [4, ofNode('move to clone')],
  [8, ofNode('install')],
  [8, arm(['panel.epoch-adopted', 'panel.conflict-kept', 'panel.conflict-kept'])],
];

const databases: Wheel = [
  [6, () => ({ do: 'backup' })],
  [6, () => ({ do: 'database put back' })],
  [8, arm(panelPoints)],
];

const money: Wheel = [
  [6, grant],
  [4, (dice) => ({ do: 'member', user: dice.below(3), hours: dice.pick(HOURS) })],
  [6, (dice) => ({ do: 'trial', user: dice.below(3), bytes: dice.pick(SIZES), hours: 1 + dice.below(24) })],
  [6, () => ({ do: 'trials end' })],
  [4, (dice) => ({ do: 'user scale', user: dice.below(3), ppm: dice.pick(PPM) })],
  [4, line],
  [4, settings],
];

/** Schedules have themes, so that rare things meet. */
const themes: readonly Wheel[] = [
  always,
  [...always, ...disks],
  [...always, ...databases],
  [...always, ...money],
  [...always, ...disks, ...databases, ...money],
];

const wheels = themes.map((theme) => theme.flatMap(([weight, make]) => Array.from({ length: weight }, () => make)));

const pause = (dice: Dice): number =>
  dice.oneIn(12) ? dice.below(50_000_000) : dice.oneIn(600) ? 700_000_000 : dice.below(90_000);

/** The events of a schedule: ten to forty. */
export const stepsOf = (dice: Dice): Step[] => {
  const wheel = dice.pick(wheels);
  return Array.from({ length: 10 + dice.below(31) }, () => ({ ...dice.pick(wheel)(dice), ms: pause(dice) }));
};
