import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** Level of its heading; 1 for a section that is all of its page. */
  readonly level?: 1 | 2;
  /** One sentence below the title: what the section is for. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A card with a heading, perhaps a sentence below it, and what it is about. */
export const Section = ({ title, level = 2, hint, children }: SectionProps): ReactNode => {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className="sp-card sp-stack" aria-label={title}>
      <div>
        <Heading className={level === 1 ? 'sp-h1' : 'sp-h2'}>{title}</Heading>
        {hint !== undefined && <span className="sp-dim sp-small">{hint}</span>}
      </div>
      {children}
    </section>
  );
};
