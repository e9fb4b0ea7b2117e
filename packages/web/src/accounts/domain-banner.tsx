import { Alert } from '@mantine/core';
import { handoffCalls } from '@skyport/contract/handoff';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { callServer } from '../api/index.ts';
import { leaveFor } from '../device/navigation.ts';
import { hasToken } from './session.ts';
import { commonTexts as texts } from './common-texts.ts';

/**
 * The address of the console at another domain, with a token in its fragment (which no server and no log ever sees)
 * that brings the session along; without one when the server gives none.
 */
const addressAt = async (domain: string): Promise<string> => {
  const home = `${window.location.protocol}//${domain}/`;
  if (!hasToken()) return home;
  try {
    const { token } = await callServer(handoffCalls.makeHandoff, { host: domain });
    return `${home}#/?${new URLSearchParams({ token }).toString()}`;
  } catch {
    return home; // logging in there works too
  }
};

/** Says which domain is the preferred one, with the way there; the page's own next step stays the strong button. */
export default function DomainBanner({ preferDomain }: { preferDomain: string }): ReactNode {
  const [leaving, setLeaving] = useState(false);
  const go = async (): Promise<void> => {
    setLeaving(true);
    leaveFor(await addressAt(preferDomain));
  };
  return (
    <Alert>
      <div className="sp-row sp-between">
        <span>{texts.otherDomain.text(preferDomain)}</span>
        <BusyButton variant="default" onClick={() => void go()} busy={leaving}>
          {texts.otherDomain.go}
        </BusyButton>
      </div>
    </Alert>
  );
}
