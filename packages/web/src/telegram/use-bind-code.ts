import { telegramCalls } from '@skyport/contract/telegram';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callServer } from '../api/index.ts';

/** A command with its one-time code, and the link that binds with one tap. */
export interface BindCode {
  readonly command: string;
  readonly link: string;
}

/** A code lives ten minutes; it is replaced a little earlier. */
const RENEW_MS = 9 * 60_000;

/** A code, and what asks for one; undefined until there is one, and where none can be had. */
interface BindCodeState {
  readonly code: BindCode | undefined;
  readonly ask: () => void;
}

/**
 * Asks for a code when the page is opened, and for another one before it ends. `byHand`, where a step-up window would
 * open, it asks on request alone and drops a code before it ends. Not a read like others: every new code ends the one
 * that was just copied, so coming back to the window asks for none.
 */
export const useBindCode = ({ byHand }: { readonly byHand: boolean }): BindCodeState => {
  const [code, setCode] = useState<BindCode>();
  const [asked, setAsked] = useState(0);
  const alive = useRef(true);
  const renew = useCallback(async (): Promise<void> => {
    // Without a code the bare command still works; the account then has to confirm it here.
    const next = await callServer(telegramCalls.code, {}).catch(() => undefined);
    if (alive.current) setCode(next && { command: next.command, link: next.link });
  }, []);
  useEffect(() => {
    alive.current = true;
    if (!byHand || asked > 0) void renew();
    const timer = setInterval(() => (byHand ? setCode(undefined) : void renew()), RENEW_MS);
    return () => {
      alive.current = false;
      clearInterval(timer);
    };
  }, [renew, byHand, asked]);
  return { code, ask: () => setAsked((times) => times + 1) };
};
