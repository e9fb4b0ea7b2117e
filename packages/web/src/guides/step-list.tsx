import './guides.css';
import type { ReactNode } from 'react';
import { useHost } from '../notices/index.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { Drawing, withSiteName } from './drawing.tsx';
import type { Sketch } from './model.ts';

/** One step or answer as it is shown. */
export interface ShownStep {
  readonly title: string;
  readonly text: readonly string[];
  readonly sketch?: Sketch;
  /** Buttons and links below the text. */
  readonly below?: ReactNode;
}

/** Numbered cards, each with its text, its buttons, and a drawing beside them. */
export const StepList = ({ label, steps }: { label: string; steps: readonly ShownStep[] }): ReactNode => {
  const site = useHost()?.site_name || commonTexts.product;
  return (
    <ol className="sp-guide-steps" aria-label={label}>
      {steps.map(({ title, text, sketch, below }, at) => (
        <li key={title} className="sp-card sp-guide-step">
          <span className="sp-guide-number" aria-hidden>
            {at + 1}
          </span>
          <div className="sp-guide-text">
            <h2 className="sp-h2">{title}</h2>
            <ul>
              {text.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {below}
          </div>
          {sketch && <Drawing sketch={withSiteName(sketch, site)} />}
        </li>
      ))}
    </ol>
  );
};
