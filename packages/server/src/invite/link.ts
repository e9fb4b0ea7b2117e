import { consoleBase } from '../mail/index.ts';
import type { Env } from '../platform/env.ts';

/**
 * Where somebody signs up by a code: on the preferred domain, or where the console is without one. `preferDomain` is
 * a bare host, perhaps with a port.
 */
export const inviteLink = (env: Env, preferDomain: string, code: string): string => {
  const base = preferDomain === '' ? consoleBase(env, { preferDomain }) : `https://${preferDomain}`;
  return `${base}/?c=${encodeURIComponent(code)}#/register`;
};
