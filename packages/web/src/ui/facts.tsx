import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** How serious a value is. */
export type Tone = 'ok' | 'warn' | 'bad';

/** Something about a thing: its label, its value, and how serious that is. */
export type Fact = readonly [label: string, value: ReactNode, tone?: Tone];

/** Facts about a thing, two or three beside each other where there is room. */
export const Facts = ({ label, facts }: { label: string; facts: readonly Fact[] }): ReactNode => (
  <dl className={classes.facts} aria-label={label}>
    {facts.map(([name, value, tone]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd data-tone={tone}>{value}</dd>
      </div>
    ))}
  </dl>
);
