import type { ReactNode } from 'react';
import { PartFailed, type PartFailure } from '../ui/arriving.tsx';

/** Stands in the place of a page that could not be shown; header and menu stay. */
export const RouteFailed = (failure: PartFailure): ReactNode => (
  <section className="sp-card">
    <PartFailed {...failure} />
  </section>
);
