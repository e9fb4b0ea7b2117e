import { PATIENCE_MS } from '../../../../../testkit/patience.ts';
import type { Switches } from '../../rules/plan.ts';
import type { Errand, Way } from './asker.ts';
import { sorts } from './sorts.ts';
import type { Family, Goes } from './sorts.ts';
import { EXIT, HOUSE, LINES, MAINLAND, WORLDWIDE } from './places.ts';
import type { Heard } from './world.ts';

/** Whom a client asks, and on which way the question goes: straight or through a line. */
type Asked =
  | 'mainland'
  | 'mainland, by a line'
  | 'worldwide'
  | 'worldwide, by a line'
  | 'system'
  | 'exit'
  | 'nobody known';

/** What is tried. */
export interface Setting {
  readonly family: Family;
  readonly switches: Switches;
  readonly lineIsDead: boolean;
}

const is = (list: readonly string[], address: string): boolean => list.includes(address);

const askedBy = ({ resolver, from }: Heard, clientIp: string): Asked => {
  const isStraight = from === clientIp;
  if (is(MAINLAND, resolver)) return isStraight ? 'mainland' : 'mainland, by a line';
  if (is(WORLDWIDE, resolver)) return isStraight ? 'worldwide' : 'worldwide, by a line';
  if (resolver === HOUSE) return 'system';
  return resolver === EXIT && !isStraight ? 'exit' : 'nobody known';
};

/** Where a sort really goes: only for whoever is abroad mainland sites go back, and Xray has one line a document. */
const wayOf = (goes: Goes, { family, switches }: Setting): Goes =>
  goes === 'back' && (family === 'xray' || !switches.inForeign) ? 'direct' : goes;

const homeOf = ({ family, switches }: Setting): Asked =>
  family === 'xray' ? 'system' : switches.inForeign ? 'worldwide' : 'mainland';

/** Who may be asked for names that go there. */
const rightFor = (goes: Goes, setting: Setting): readonly Asked[] => {
  const { family } = setting;
  const home = homeOf(setting);
  if (goes === 'line') return ['worldwide, by a line', 'exit'];
  if (goes === 'back') return ['mainland, by a line', 'exit'];
  // The old Clash has no word for the system's resolver.
  return [goes === 'direct' || family === 'clash' ? home : 'system'];
};

/** One thing that is done, with what must come of it. */
interface Step {
  readonly errand: Pick<Errand, 'way' | 'name'>;
  readonly goes: Goes;
  readonly mayBeSilent: boolean;
  /** Whether something comes of it that can be seen. */
  readonly hasOutcome: boolean;
  /** Ends as soon as something comes; nothing is to come out of a dead line. */
  readonly patienceMs: number;
}

const ways: readonly Way[] = ['tcp', 'udp', 'a', 'aaaa'];

const isByLine = (goes: Goes): boolean => goes === 'line' || goes === 'back';

/**
 * Whether an answer must come. The old Clash has no resolver of the house. Apps behind sing-box's tun ask for an
 * address before they send datagrams: names come to it as questions, and datagrams to a name, which only a proxy can be
 * handed, are watched for wrong questions alone.
 */
const hasOutcome = (way: Way, goes: Goes, { family, lineIsDead }: Setting): boolean => {
  if (way === 'udp') return !(family === 'singbox' || (family === 'clash' && goes === 'house'));
  return way === 'tcp' || !(lineIsDead && isByLine(goes));
};

/** How long something may take, ms. Nothing comes out of a dead line, nor of the old Clash for names of the house. */
const patienceOf = (goes: Goes, { family, lineIsDead }: Setting): number => {
  if (lineIsDead && isByLine(goes)) return 4000;
  return family === 'clash' && goes === 'house' ? 15_000 : PATIENCE_MS;
};

/**
 * Everything that is done in a setting. Xray is not asked for addresses: apps around it do that themselves. Of
 * datagrams into a dead line nothing can be seen.
 */
export const stepsOf = (setting: Setting): Step[] =>
  sorts.flatMap(({ name, goes, onlyAsked = [], mayBeSilent: silent = [] }) =>
    ways
      .filter((way) => (setting.family === 'xray' ? way === 'tcp' || way === 'udp' : true))
      .filter((way) => !onlyAsked.includes(setting.family) || way === 'a' || way === 'aaaa')
      .map((way) => ({
        errand: { way, name: name(way) },
        goes: wayOf(goes, setting),
        mayBeSilent: silent.includes(setting.family),
      }))
      .map((step) => ({
        ...step,
        hasOutcome: !step.mayBeSilent && hasOutcome(step.errand.way, step.goes, setting),
        patienceMs: patienceOf(step.goes, setting),
      }))
      .filter(({ errand: { way }, goes: real }) => !(setting.lineIsDead && way === 'udp' && isByLine(real))),
  );

/** What was seen of one setting. */
export interface Seen {
  readonly setting: Setting;
  readonly clientIp: string;
  readonly steps: readonly Step[];
  /** What came of each step: the address that the site saw. */
  readonly outcomes: readonly (string | null | undefined)[];
  readonly heard: readonly Heard[];
}

/** Sites are reached as the rules say; when the line is dead all that does not need it still is. */
const faultsOfTraffic = ({ setting, clientIp, steps, outcomes }: Seen): string[] =>
  steps.flatMap(({ errand: { way, name }, goes, hasOutcome: isSeen }, i) => {
    if (way === 'a' || way === 'aaaa' || !isSeen) return [];
    const outcome = outcomes[i] ?? null;
    // Nothing answers for such names.
    if (goes === 'house' && setting.family === 'clash') return [];
    if (isByLine(goes) && setting.lineIsDead) return outcome === null ? [] : [`${name} was reached past the dead line`];
    if (outcome === null) return [`${name} was not reached by ${way}`];
    return (outcome === clientIp) === isByLine(goes) ? [`${name} was reached from ${outcome} by ${way}`] : [];
  });

/** Names are asked of nobody else than they must be. */
const faultsOfAsking = ({ setting, clientIp, steps, heard }: Seen): string[] => {
  const goesOf = new Map(steps.map(({ errand, goes }) => [errand.name, goes]));
  for (const name of Object.keys(LINES)) goesOf.set(name, 'direct');
  const wrong = heard.flatMap((one) => {
    const goes = goesOf.get(one.name);
    const asked = askedBy(one, clientIp);
    const isRight = goes === undefined || rightFor(goes, setting).includes(asked);
    // The old Clash tries its lines before it has its resolvers, and asks the system then.
    const isEarly = setting.family === 'clash' && asked === 'system' && Object.hasOwn(LINES, one.name);
    // Nor can it ask through a line where datagrams go.
    const isDatagram = setting.family === 'clash' && asked === homeOf(setting) && one.name.startsWith('udp.');
    return isRight || isEarly || isDatagram ? [] : [`${one.name} was asked of: ${asked}`];
  });
  return [...new Set(wrong)];
};

/** Whether somebody must be asked: whoever dials for the client, or behind the line the machine there. */
const mustAsk = ({ errand: { way }, goes, mayBeSilent }: Step, { family, lineIsDead }: Setting): boolean => {
  if (mayBeSilent || way === 'aaaa' || (lineIsDead && isByLine(goes))) return false;
  if (family === 'singbox') return way === 'tcp' || way === 'a';
  return way === 'tcp' || way === 'udp' || goes === 'house';
};

/** Names that must be asked of somebody, and have not been yet. */
export const unheard = ({ setting, steps, heard }: Pick<Seen, 'setting' | 'steps' | 'heard'>): string[] => {
  const names = new Set(heard.map(({ name }) => name));
  const needed = steps.filter((step) => mustAsk(step, setting)).map(({ errand }) => errand.name);
  const lines = setting.lineIsDead ? [] : ['node.lines.example'];
  return [...new Set([...needed, ...lines])].filter((name) => !names.has(name));
};

/** Everything that is wrong about what was seen, a sentence each. */
export const faultsOf = (seen: Seen): string[] => [
  ...faultsOfTraffic(seen),
  ...faultsOfAsking(seen),
  ...unheard(seen).map((name) => `${name} was never asked`),
];
