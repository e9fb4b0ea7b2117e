import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Arriving } from '../ui/arriving.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

/** Few are elsewhere than where they should be, so that few fetch this. */
const Banner = lazyPart(() => import('./domain-banner.tsx'));

/**
 * Whether a page should be opened at the preferred domain instead of where it is (`hostname`, or `host` with a port).
 */
export const shouldSwitch = (preferDomain: string, location: Pick<Location, 'host' | 'hostname'>): boolean =>
  preferDomain !== '' && preferDomain !== location.host && preferDomain !== location.hostname;

/** Asks whoever is on another domain to come to the preferred one. */
export const DomainPrompt = ({ preferDomain }: { preferDomain: string }): ReactNode =>
  shouldSwitch(preferDomain, window.location) ? (
    // What does not arrive is said at the next visit.
    <Arriving fallback={<Skeleton height={74} radius={10} />} failed={() => null}>
      <Banner preferDomain={preferDomain} />
    </Arriving>
  ) : null;
