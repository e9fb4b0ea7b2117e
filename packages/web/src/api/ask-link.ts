import { LinkAnswer } from '@skyport/contract/accounts';
import type { RawCall } from '@skyport/contract/call';
import { networkFault } from './client.ts';

/**
 * Opens the link of a mail at the server and gives what it answers: these routes speak plain JSON. Throws CallError 502
 * for a failed network, and for an answer that cannot be read.
 */
export const askMailedLink = async (row: RawCall, link: { serialId: string; key: string }): Promise<LinkAnswer> => {
  const query = new URLSearchParams({ serial_id: link.serialId, key: link.key });
  try {
    const response = await fetch(`${row.path}?${query}`, { credentials: 'same-origin' });
    return LinkAnswer.parse(await response.json());
  } catch {
    // Thrown below, for an answer that cannot be read too: to the person at the page both are a broken network.
  }
  throw networkFault(row.path);
};
