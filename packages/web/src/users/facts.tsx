import type { ReactNode } from 'react';
import classes from './user.module.css';

/** Something about an account: its label, and its value. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts about an account, two or three beside each other at a desk. */
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
