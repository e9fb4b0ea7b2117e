import { type AgentItem, nodesCalls as calls } from '@skyport/contract/nodes';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { latencyTone } from './latency-tone.ts';
import { nodeListTexts as texts } from './node-list-texts.ts';
import listClasses from './node-list.module.css';
import classes from './nodes.module.css';

/** Latencies are measured again and again: pause between two readings, in ms. */
const READ_MS = 60_000;

type Tone = keyof typeof texts.tones;

const toneOf = (ms: number | null): Tone => (ms === null ? 'none' : latencyTone(ms));

/** A latency with its colour, and in words what the colour says. */
const Speed = ({ ms }: { ms: number | null }): ReactNode => {
  const tone = toneOf(ms);
  return (
    <span className="sp-unbroken">
      <i className={classes.dot} data-tone={tone} aria-hidden />
      {ms !== null && `${texts.milliseconds(ms)} `}
      <span className="sp-dim sp-small">{texts.tones[tone]}</span>
    </span>
  );
};

const columns: readonly Column<AgentItem>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    value: (row) => `${row.name} ${row.country.name}`,
    cell: (row) => (
      <span title={row.country.name}>
        {row.country.flag} {row.name}
      </span>
    ),
    heading: true,
  },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc, sortable: false, card: true },
  {
    id: 'speed',
    title: texts.columns.speed,
    value: (row) => row.speed,
    cell: (row) => <Speed ms={row.speed} />,
    numeric: true,
    card: true,
  },
];

/** /agents: the nodes with their latencies, and what kinds of them there are. */
export default function NodeListPage(): ReactNode {
  const read = useCall(calls.agentList, {}, { refetchEvery: READ_MS });
  return (
    <>
      <ListPage
        texts={texts}
        read={read}
        columns={columns}
        exports={false}
        notice={<Legend />}
        next={read.data?.length === 0 && <NextStep text={texts.nothing} />}
      />
      <Kinds />
    </>
  );
}

const Legend = (): ReactNode => (
  <div className={listClasses.legend}>
    <span className="sp-dim sp-small">{texts.hint}</span>
    <ul aria-label={texts.legend}>
      {(Object.keys(texts.tones) as Tone[]).map((tone) => (
        <li key={tone} className="sp-small">
          <i className={classes.dot} data-tone={tone} aria-hidden />
          {texts.tones[tone]} <span className="sp-dim">{texts.ranges[tone]}</span>
        </li>
      ))}
    </ul>
  </div>
);

const Kinds = (): ReactNode => (
  <section className="sp-card sp-stack" aria-label={texts.kinds}>
    <h2 className="sp-h2">{texts.kinds}</h2>
    <dl className={listClasses.kinds}>
      {texts.notes.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
);
