import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** One sentence below the title: what the section is for. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A card with a heading, perhaps a sentence below it, and what it is about. */
export const Section = ({ title, hint, children }: SectionProps): ReactNode => (
  <section className="sp-card sp-stack" aria-label={title}>
    <div>
      <h2 className="sp-h2">{title}</h2>
      {hint !== undefined && <span className="sp-dim sp-small">{hint}</span>}
    </div>
    {children}
  </section>
);
