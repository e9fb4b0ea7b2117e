import { useEffect, type ReactNode } from 'react';
import { personLeft, useResetKey } from '../api/index.ts';
import { watchSession } from '../device/session-tabs.ts';
import { Arriving } from '../ui/arriving.tsx';
import { BuiltPages } from '../ui/built-pages.ts';
import { isBuilt } from './menu.ts';
import { RouteFailed } from './route-error.tsx';
import { Shell } from './shell.tsx';

/**
 * The console: drawn anew, with no window, form or choice left in it, whenever a person is gone, also when they have
 * logged out in another tab; a fault of the frame itself still leaves a way out. `c` is the channel code of
 * the first address.
 */
export const Console = ({ c }: { c: string | null }): ReactNode => {
  useEffect(() => watchSession(personLeft), []);
  return (
    <Arriving
      key={useResetKey()}
      failed={(failure) => (
        <main className="sp-page">
          <RouteFailed {...failure} />
        </main>
      )}
    >
      <BuiltPages value={isBuilt}>
        <Shell c={c} />
      </BuiltPages>
    </Arriving>
  );
};
