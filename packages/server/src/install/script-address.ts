import { SECOND_MS } from '../platform/clock.ts';
import { createOutgoing, OutgoingFault } from '../platform/outgoing.ts';
import { giveUp, type Run } from './run-types.ts';
import { sha256Of } from './script.ts';

const MAX_BYTES = 1024 * 1024;
const PATIENCE_MS = 10 * SECOND_MS;

/**
 * The script to install with: the panel's own, or what stands at the address that the settings name for the server
 * type. It is fetched by the panel, without following redirects, and its checksum goes into the log.
 */
export const fetchScript = async (run: Run, own: string): Promise<string> => {
  const { deps, node, record } = run;
  const address = deps.settings.current()[`${node.serverType}_install`].trim();
  if (address === '') return own;
  const text = await fetchText(address, deps.env.ALLOW_PRIVATE_NETWORKS).catch((fault: unknown) =>
    giveUp('scriptNotFetched', address, reasonOf(fault)),
  );
  record.say('scriptFrom', address, sha256Of(text));
  return text;
};

const fetchText = async (address: string, allowPrivate: boolean): Promise<string> => {
  const url = URL.parse(address);
  if (!url) throw new OutgoingFault('insecure');
  const http = createOutgoing({ allowPrivate, patienceMs: PATIENCE_MS, maxBytes: MAX_BYTES });
  const { status, text } = await http.send({ url, signal: new AbortController().signal });
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return text;
};

const reasonOf = (fault: unknown): string => {
  if (fault instanceof OutgoingFault) return fault.code;
  return fault instanceof Error ? fault.message : '';
};
