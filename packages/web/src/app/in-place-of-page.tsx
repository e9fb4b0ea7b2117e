import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { texts } from './texts.ts';

/** What stands in the place of a page, and why; leads to the start page. */
export const InPlaceOfPage = ({ says }: { says: { readonly title: string; readonly hint: string } }): ReactNode => (
  <div className="sp-card sp-narrow sp-stack">
    <h1 className="sp-h1">{says.title}</h1>
    <span className="sp-dim">{says.hint}</span>
    <Button component={Link} to="/" variant="light">
      {texts.toHome}
    </Button>
  </div>
);
