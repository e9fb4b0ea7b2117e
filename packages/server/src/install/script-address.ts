import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { guardedLookup, isPrivateAddress } from '../platform/addresses.ts';
import { SECOND_MS } from '../platform/clock.ts';
import { giveUp, type Run } from './run-types.ts';
import { sha256Of } from './script.ts';

const LIMIT = 1024 * 1024;
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
    giveUp('scriptNotFetched', address, fault instanceof Error ? fault.message : ''),
  );
  record.say('scriptFrom', address, sha256Of(text));
  return text;
};

const fetchText = async (address: string, allowPrivate: boolean): Promise<string> => {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))) throw new Error('not https');
  if (!allowPrivate && isPrivateAddress(url.hostname)) throw new Error('private address');
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const options = { signal, lookup: guardedLookup(allowPrivate) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  (url.protocol === 'https:' ? httpsGet : httpGet)(url, options, resolve).on('error', reject);
  const response = await promise;
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`HTTP ${response.statusCode}`);
  }
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += String(part);
    if (text.length > LIMIT) throw new Error('too large');
  }
  return text;
};
