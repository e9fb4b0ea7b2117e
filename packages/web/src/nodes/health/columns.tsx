import type { Column } from '../../ui/data-table/column.ts';
import { shopDate } from '../../ui/shop-time.ts';
import type { NodeRow } from '../node-rows.ts';
import { mbps, offsetText, waitingOf } from './figures.ts';
import { healthTexts as texts } from './texts.ts';

const { columns: titles } = texts;

/** Columns of what a node's agent says; empty where it has never answered. */
export const healthColumns = {
  alarms: {
    id: 'alarms',
    title: titles.alarms,
    value: ({ live }) => (live ? waitingOf(live) : null),
    cell: ({ live }) =>
      live && waitingOf(live) > 0 ? (
        <span className="sp-pill" data-tone="bad">
          {waitingOf(live)}
        </span>
      ) : (
        ''
      ),
    numeric: true,
    card: true,
  },
  rate: {
    id: 'rate',
    title: titles.rate,
    value: ({ live }) => (live ? live.up_rate + live.down_rate : null),
    cell: ({ live }) => (live?.agent ? `${mbps(live.up_rate)} / ${mbps(live.down_rate)}` : ''),
    numeric: true,
    card: true,
  },
  load: {
    id: 'load',
    title: titles.load,
    value: ({ live }) => live?.agent?.load1 ?? null,
    cell: ({ live }) => live?.agent?.load1.toFixed(2) ?? '',
    numeric: true,
    hidden: true,
  },
  unacked: {
    id: 'unacked',
    title: titles.unacked,
    value: ({ live }) => live?.agent?.unacked_batches ?? null,
    numeric: true,
    hidden: true,
  },
  online: {
    id: 'online',
    title: titles.online,
    value: ({ live }) => live?.agent?.online_users ?? null,
    numeric: true,
    hidden: true,
  },
  engine: { id: 'engine', title: titles.engine, value: ({ live }) => live?.agent?.engine_version ?? '', hidden: true },
  clock: {
    id: 'clock',
    title: titles.clock,
    value: ({ live }) => live?.agent?.clock_offset_ms ?? null,
    cell: ({ live }) => (live?.agent ? offsetText(live.agent.clock_offset_ms) : ''),
    numeric: true,
    hidden: true,
  },
  certificate: {
    id: 'certificate',
    title: titles.certificate,
    value: ({ live }) => live?.agent?.certificate_expires ?? '',
    cell: ({ live }) => shopDate(live?.agent?.certificate_expires),
    hidden: true,
  },
} as const satisfies Record<string, Column<NodeRow>>;
