import type { ReactNode } from 'react';

/** Colour of a state; green without one. */
export type PillTone = 'plain' | 'accent' | 'reward' | 'bad' | undefined;

/** A state in a list, as a word on its colour. */
export const pill = (text: string, tone?: PillTone): ReactNode => (
  <span className="sp-pill" data-tone={tone}>
    {text}
  </span>
);
