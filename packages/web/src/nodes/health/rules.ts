import {
  type AgentFacts,
  CERTIFICATE_SOON_MS,
  CLOCK_OFF_MS,
  DISK_LOW,
  type NodeLive,
  type NodePoint,
  POINT_SECONDS,
} from '@skyport/contract/node-health';
import type { Tone } from '../../ui/facts.tsx';
import { traffic } from '../../ui/format.ts';
import { shopDate } from '../../ui/shop-time.ts';
import { mbps, offsetText } from './figures.ts';
import { nowTexts as texts } from './window-texts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const CLOCK_WARN_MS = 5000;
/** Unacknowledged batches from which it is a warning; one or two are normal between two pulls. */
const UNACKED_WARN = 3;

/** Seconds as days and hours, hours and minutes, or minutes. */
export const duration = (seconds: number): string => {
  if (seconds >= DAY) return texts.days(Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR));
  if (seconds >= HOUR) return texts.hours(Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE));
  return texts.minutes(Math.floor(seconds / MINUTE));
};

/** How serious a clock's offset is. */
export const clockTone = (ms: number): Tone => {
  if (Math.abs(ms) > CLOCK_OFF_MS) return 'bad';
  return Math.abs(ms) > CLOCK_WARN_MS ? 'warn' : 'ok';
};

/** How serious it is that a certificate ends then. `now` in ms since 1970. */
export const certificateTone = (expires: string, now: number): Tone => {
  const left = Date.parse(expires) - now;
  if (left <= 0) return 'bad';
  return left < CERTIFICATE_SOON_MS ? 'warn' : 'ok';
};

/** One line of what a node says about itself. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly tone: Tone;
}

const fact = (label: string, value: string, tone: Tone = 'ok'): Fact => ({ label, value, tone });

/** All that a node's agent said last, as lines. `now` in ms since 1970. */
export const factsOf = (live: NodeLive, agent: AgentFacts, now: number): readonly Fact[] => [
  fact(texts.fact.agent, texts.agent(agent.agent_version, duration(agent.agent_uptime_seconds))),
  engineFact(agent),
  fact(texts.fact.latency, live.speed === null ? texts.notMeasured : texts.milliseconds(live.speed)),
  fact(texts.fact.rate, `${mbps(live.up_rate)} / ${mbps(live.down_rate)}`),
  fact(texts.fact.online, String(agent.online_users)),
  fact(texts.fact.unacked, String(agent.unacked_batches), agent.unacked_batches > UNACKED_WARN ? 'warn' : 'ok'),
  fact(texts.fact.open, traffic(agent.open_bytes)),
  fact(texts.fact.unattributed, traffic(agent.unattributed_bytes), agent.unattributed_bytes > 0 ? 'warn' : 'ok'),
  fact(texts.fact.load, agent.load1.toFixed(2)),
  fact(texts.fact.memory, traffic(agent.memory_free)),
  fact(texts.fact.disk, traffic(agent.disk_free), agent.disk_free < DISK_LOW ? 'bad' : 'ok'),
  fact(texts.fact.clock, offsetText(agent.clock_offset_ms), clockTone(agent.clock_offset_ms)),
  fact(texts.fact.certificate, shopDate(agent.certificate_expires), certificateTone(agent.certificate_expires, now)),
  fact(texts.fact.generation, String(agent.generation)),
  cutFact(agent),
];

const engineFact = (agent: AgentFacts): Fact => {
  const { engine_version: version, engine_running: running, engine_restarts: restarts } = agent;
  const text = running ? texts.engine(version, duration(agent.engine_uptime_seconds)) : texts.engineStopped(version);
  return fact(texts.fact.engine, restarts > 0 ? texts.restarts(text, restarts) : text, running ? 'ok' : 'bad');
};

const cutFact = ({ can_cut_tcp: tcp, can_cut_udp: udp }: AgentFacts): Fact => {
  const { both, tcp: onlyTcp, udp: onlyUdp, none } = texts.cuts;
  if (tcp && udp) return fact(texts.fact.cut, both);
  if (tcp) return fact(texts.fact.cut, onlyTcp, 'warn');
  return udp ? fact(texts.fact.cut, onlyUdp, 'warn') : fact(texts.fact.cut, none, 'bad');
};

/** Columns of a chart, whatever the range. */
export const CHART_STEPS = 96;

/** One column of a chart; null where nothing was measured. `at` in ms since 1970. */
export interface ChartStep {
  readonly at: number;
  readonly value: number | null;
}

/** What a chart shows of a point. */
export type ChartKind = 'down' | 'up' | 'load' | 'latency' | 'online';

const valueOf: Readonly<Record<ChartKind, (point: NodePoint) => number | null>> = {
  down: ({ down }) => down / POINT_SECONDS,
  up: ({ up }) => up / POINT_SECONDS,
  load: ({ load }) => load,
  latency: ({ latency_ms }) => latency_ms,
  online: ({ online }) => online,
};

/** Points of the last `hours` before `now` (ms since 1970), averaged into `CHART_STEPS` columns, oldest first. */
export const chartSteps = (
  points: readonly NodePoint[],
  kind: ChartKind,
  { hours, now }: { readonly hours: number; readonly now: number },
): readonly ChartStep[] => {
  const width = (hours * HOUR * 1000) / CHART_STEPS;
  const start = now - hours * HOUR * 1000;
  const sums = Array.from({ length: CHART_STEPS }, () => ({ sum: 0, count: 0 }));
  for (const point of points) {
    const column = sums[Math.floor((Date.parse(point.at) - start) / width)];
    const value = valueOf[kind](point);
    if (!column || value === null) continue;
    column.sum += value;
    column.count += 1;
  }
  return sums.map(({ sum, count }, place) => ({ at: start + place * width, value: count === 0 ? null : sum / count }));
};

/** A chart's value as text. */
export const chartText = (kind: ChartKind, value: number): string => {
  if (kind === 'up' || kind === 'down') return mbps(value);
  if (kind === 'latency') return texts.milliseconds(Math.round(value));
  return kind === 'load' ? value.toFixed(2) : String(Math.round(value));
};

/** Mean and highest of what was measured; undefined when nothing was. */
export const summaryOf = (
  steps: readonly ChartStep[],
): { readonly average: number; readonly peak: number } | undefined => {
  const values = steps.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return undefined;
  return { average: values.reduce((sum, value) => sum + value, 0) / values.length, peak: Math.max(...values) };
};
