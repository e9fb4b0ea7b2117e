import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const PATIENCE_MS = 10_000;

/** The version of the Xray program at this path. Throws an error that names the path if it is not one. */
export const xrayVersion = async (enginePath: string): Promise<string> => {
  const { stdout } = await runVersion(enginePath);
  const version = /^Xray (\S+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`--engine ${enginePath}: this program is not Xray.`);
  return version;
};

const runVersion = async (enginePath: string): Promise<{ stdout: string }> => {
  try {
    return await promisify(execFile)(enginePath, ['version'], { timeout: PATIENCE_MS });
  } catch (cause) {
    throw new Error(`--engine ${enginePath}: ${reasonOf(cause)}`, { cause });
  }
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  ENOTDIR: 'a part of this path is a file, not a directory.',
  EACCES: 'this is no file that may be executed.',
};

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  const known = 'code' in cause ? REASONS[String(cause.code)] : undefined;
  return known ?? `it does not start: ${cause.message}`;
};
