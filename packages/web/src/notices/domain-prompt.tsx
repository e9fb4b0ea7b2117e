import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** Whether a page should be opened at the preferred domain instead of where it is (`hostname`, or `host` with a port). */
export const shouldSwitch = (preferDomain: string, location: Pick<Location, 'host' | 'hostname'>): boolean =>
  preferDomain !== '' && preferDomain !== location.host && preferDomain !== location.hostname;

/** Asks whoever is on another domain to come to the preferred one. */
export const DomainPrompt = ({ preferDomain }: { preferDomain: string }): ReactNode =>
  shouldSwitch(preferDomain, window.location) ? (
    <Alert>
      <div className="sp-row sp-between">
        <span>{texts.switchText(preferDomain)}</span>
        <Button component="a" href={`${window.location.protocol}//${preferDomain}/`}>
          {texts.switchNow}
        </Button>
      </div>
    </Alert>
  ) : null;
