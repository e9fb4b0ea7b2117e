import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { texts } from './texts.ts';

/** Stands in the place of a page that is not for the account; its calls would all be refused. */
export const NoPermission = (): ReactNode => (
  <div className="sp-card sp-narrow sp-stack">
    <h1 className="sp-h1">{texts.noPermission.title}</h1>
    <span className="sp-dim">{texts.noPermission.hint}</span>
    <Button component={Link} to="/" variant="light">
      {texts.toHome}
    </Button>
  </div>
);
