import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { texts } from './texts.ts';

/** An honest page for a page whose feature is not built yet. */
export default function UnbuiltPage(): ReactNode {
  return (
    <div className="sp-card sp-narrow sp-stack">
      <h1 className="sp-h1">{texts.unbuilt.title}</h1>
      <span className="sp-dim">{texts.unbuilt.hint}</span>
      <Button component={Link} to="/" variant="light">
        {texts.toHome}
      </Button>
    </div>
  );
}
