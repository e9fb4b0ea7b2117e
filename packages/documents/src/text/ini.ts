import { cleanName } from '@skyport/contract/names';
import type { ResolvedLine } from '../model.ts';

/** Values that need no quotes in any INI dialect: nothing that separates, comments or quotes. */
const PLAIN = /^(?!.*\/\/)[A-Za-z0-9._~!$&()*+:@%/-]+$/;

/**
 * A value as INI kinds carry it, in double quotes when it has to be. It must be without double quotes and line breaks.
 */
export const iniValue = (value: string): string => (PLAIN.test(value) ? value : `"${value}"`);

/**
 * Why a line cannot stand in an INI document or a list of such lines, or null. Names cannot be quoted there, and a Host
 * header is told from its value by a colon.
 */
export const iniRefuses = (line: ResolvedLine): string | null => {
  if (cleanName(line.name) !== line.name) return 'name has characters that separate fields';
  const host = line.protocol === 'vmesh_ws' ? line.host : null;
  return host?.includes(':') === true ? 'a Host header with a colon' : null;
};
