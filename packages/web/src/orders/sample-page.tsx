import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sampleTexts as texts } from './sample-texts.ts';

interface SamplePageProps {
  readonly title: string;
  /** Where what is real stands. */
  readonly way: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

/** A page that shows sample data, and says so. */
export const SamplePage = ({ title, way, children }: SamplePageProps): ReactNode => (
  <section className="sp-card sp-narrow sp-stack">
    <div className="sp-row sp-between">
      <h1 className="sp-h1">{title}</h1>
      <span className="sp-pill" data-tone="reward">
        {texts.note}
      </span>
    </div>
    {children}
    <Button component={Link} to={way.to} variant="light">
      {way.label}
    </Button>
  </section>
);
