import { LinkAnswer } from '@skyport/contract/accounts';
import type { RawCall } from '@skyport/contract/call';
import { networkFault } from './client.ts';

/**
 * Opens the link of a mail at the server and gives what it answers: these routes speak plain JSON. Throws CallError 502
 * for a failed network, and for an answer that is none.
 */
export const askMailedLink = async (row: RawCall, link: { serialId: string; key: string }): Promise<LinkAnswer> => {
  const query = new URLSearchParams({ serial_id: link.serialId, key: link.key });
  try {
    const response = await fetch(`${row.path}?${query}`, { credentials: 'same-origin' });
    return LinkAnswer.parse(await response.json());
  } catch {
    // Said below, like an answer that is none: for the person at the page both are a network that does not work.
  }
  throw networkFault(row.path);
};
