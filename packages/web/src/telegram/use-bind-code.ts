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

/**
 * Asks for a code when the page is opened, and for another one before it ends; undefined until there is one, and where
 * none can be had. Not a read like others: every new code ends the one that somebody may just have copied, so coming
 * back to the window asks for none.
 */
export const useBindCode = (): BindCode | undefined => {
  const [code, setCode] = useState<BindCode>();
  const alive = useRef(true);
  const renew = useCallback(async (): Promise<void> => {
    // Without a code the bare command still works; the account then has to confirm it here.
    const next = await callServer(telegramCalls.code, {}).catch(() => undefined);
    if (alive.current) setCode(next && { command: next.command, link: next.link });
  }, []);
  useEffect(() => {
    alive.current = true;
    void renew();
    const timer = setInterval(() => void renew(), RENEW_MS);
    return () => {
      alive.current = false;
      clearInterval(timer);
    };
  }, [renew]);
  return code;
};
