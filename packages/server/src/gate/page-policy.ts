import { createHash } from 'node:crypto';
import { securityHeaders } from './headers.ts';

/** The scripts that stand in a page itself, as they are written there. */
export const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);

/** The Content-Security-Policy of a page with these scripts in it: they may run, by their hashes, and no other may. */
export const pagePolicy = (scripts: readonly string[]): string => {
  const hashes = scripts.map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`).join('');
  return securityHeaders['content-security-policy'].replace("script-src 'self'", () => `script-src 'self'${hashes}`);
};
