import './outcome-card.css';
import { IconAlertTriangle, IconCheck, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const marks = { done: IconCheck, mailed: IconMail, failed: IconAlertTriangle } as const;

interface OutcomeCardProps {
  readonly tone: keyof typeof marks;
  readonly title: string;
  readonly text: string;
  /** Buttons for the next steps, the likeliest first. */
  readonly children?: ReactNode;
}

/** The card of a page that says how something went and what to do next. */
export const OutcomeCard = ({ tone, title, text, children }: OutcomeCardProps): ReactNode => {
  const Mark = marks[tone];
  return (
    <div className="sp-card sp-narrow sp-stack sp-outcome" role={tone === 'failed' ? 'alert' : 'status'}>
      <span className="sp-outcome-mark" data-tone={tone} aria-hidden>
        <Mark size={28} />
      </span>
      <h1 className="sp-h1">{title}</h1>
      <span className="sp-dim">{text}</span>
      {children}
    </div>
  );
};
