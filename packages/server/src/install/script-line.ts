import { installMessage, isInstallCode, type InstallMessage } from '@skyport/contract/install-messages';

/** A line of the install script: a step, its end, a failure, what is on the server, or text for people. */
export type ScriptLine =
  | { readonly kind: 'step'; readonly step: string; readonly percent: number }
  | { readonly kind: 'done'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'status'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'error'; readonly code: string; readonly detail: string }
  | { readonly kind: 'text' };

/** Reads one line of the script (`SKYPORT key=value …`); whatever is not of that form is text. */
export const readScriptLine = (line: string): ScriptLine => {
  const [, step, percent] = /^SKYPORT step=(\w+) percent=(\d+)$/.exec(line) ?? [];
  if (step !== undefined) return { kind: 'step', step, percent: Math.min(100, Number(percent)) };
  const [, code, detail] = /^SKYPORT error code=(\w+) detail=(.*)$/.exec(line) ?? [];
  if (code !== undefined) return { kind: 'error', code, detail: detail ?? '' };
  const [, kind, rest] = /^SKYPORT (done|status) (.*)$/.exec(line) ?? [];
  if (kind === undefined || rest === undefined) return { kind: 'text' };
  const pairs = [...rest.matchAll(/(\w+)=(\S*)/g)].map(([, key, value]) => [key, value]);
  return { kind: kind as 'done' | 'status', values: Object.fromEntries(pairs) as Record<string, string> };
};

/** Why the script gave up, from what its last line said; `detail` is the script's own. */
export const scriptFailure = (code: string, detail: string): InstallMessage => {
  const known = `script.${code}`;
  return isInstallCode(known) ? { code: known, values: [detail] } : installMessage('scriptFailed', code);
};

/**
 * The last whole lines of a text, at most so many characters. Never the end of a line alone: a server's line could be
 * made so that its end looks like a line of the panel's.
 */
export const lastLines = (text: string, most: number): string => {
  if (text.length <= most) return text;
  // One more character than is kept: a line that fits exactly begins after it.
  const end = text.slice(-(most + 1));
  const lineBreak = end.indexOf('\n');
  return lineBreak < 0 ? '' : end.slice(lineBreak + 1);
};
