import { CallError, readAnswer } from '@skyport/contract/client';
import { exportPath } from '@skyport/contract/list-export';
import { networkFault } from '../api/index.ts';

/** How an export is watched and ended while it arrives. */
interface Fetching {
  readonly signal: AbortSignal;
  /** Hears how many lines have arrived. */
  readonly onLines: (lines: number) => void;
}

const LINE_END = 10;

/**
 * Fetches the file of a ticket. Throws CallError for a refusal, and 502 for a network that failed or a file that broke
 * off before its end: half a list is never taken for the whole.
 */
export const fetchExport = async (ticket: string, { signal, onLines }: Fetching): Promise<readonly BlobPart[]> => {
  const path = exportPath(ticket);
  try {
    const response = await fetch(path, { credentials: 'same-origin', signal });
    const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true;
    if (!isFile || !response.body) throw new CallError(path, readAnswer(await response.json()));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let lines = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts;
      parts.push(value);
      for (const byte of value) if (byte === LINE_END) lines += 1;
      onLines(lines);
    }
  } catch (problem) {
    if (problem instanceof CallError) throw problem;
    throw networkFault(path);
  }
};
