import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Something about a thing: its label, and its value. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts about a thing, two or three beside each other where there is room. */
export const Facts = ({ label, facts }: { label: string; facts: readonly Fact[] }): ReactNode => (
  <dl className={classes.facts} aria-label={label}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
