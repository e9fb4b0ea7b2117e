import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import { CallError } from '@skyport/contract/client';
import type { ExportTicket } from '@skyport/contract/list-export';
import { useEffect, useRef, useState } from 'react';
import { callServer, forSamePerson, NETWORK_FAILURE, toastCommonFailure } from '../api/index.ts';
import type { ServerExport } from '../ui/data-table/export-bar.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ADMIN_MS, showToast, toast } from '../ui/toasts.ts';
import { exportTexts as texts } from './export-texts.ts';
import { fetchExport } from './fetch-export.ts';

type State = Pick<ServerExport, 'running' | 'failed'>;

const idle: State = { running: undefined, failed: undefined };

/** What the page says of an export that was not finished; undefined where it is said already, or was wanted. */
const failureOf = (problem: unknown, begun: boolean): string | undefined => {
  if (problem instanceof CallError && problem.code === NETWORK_FAILURE && begun) return texts.broken;
  if (toastCommonFailure(problem)) return undefined;
  if (problem instanceof CallError) return problem.msg;
  throw problem;
};

/**
 * Gives a list as a file with every row that matches: asks the server for it, shows how far it is, and saves it only
 * when it is whole. `filter` is what the list shows now.
 */
export const useListExport = <C extends BuiltCall>(
  call: C,
  filter: Omit<Input<C>, 'columns'> & (Output<C> extends ExportTicket ? unknown : never),
): ServerExport => {
  const [state, setState] = useState<State>(idle);
  const current = useRef<AbortController>(undefined);
  const stop = (): void => current.current?.abort();
  // Whoever leaves the page wants no file that arrives later.
  useEffect(() => stop, []);
  const start = async (columns: readonly string[]): Promise<void> => {
    const aborter = new AbortController();
    current.current = aborter;
    const { signal } = aborter;
    let begun = false;
    setState({ running: { rows: 0, of: undefined }, failed: undefined });
    try {
      const asked = { ...filter, columns } as unknown as Input<C>;
      const { ticket, rows, file } = (await forSamePerson(() => callServer(call, asked))) as ExportTicket;
      begun = true;
      // The first line has the titles; a cell with lines of its own is no more rows.
      const onLines = (lines: number): void =>
        setState({ running: { rows: Math.min(Math.max(0, lines - 1), rows), of: rows }, failed: undefined });
      const parts = signal.aborted ? [] : await forSamePerson(() => fetchExport(ticket, { signal, onLines }));
      setState(idle);
      if (signal.aborted) return;
      saveFile(file, parts, 'text/csv;charset=utf-8');
      showToast(toast(texts.done(file), ADMIN_MS), 'success');
    } catch (problem) {
      setState(signal.aborted ? idle : { running: undefined, failed: failureOf(problem, begun) });
    }
  };
  return { ...state, stop, start: (columns) => void start(columns) };
};
