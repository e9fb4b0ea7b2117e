import type { Settings } from '@skyport/contract/settings-table';
import { sendOne, type Addressed } from './deliver.ts';
import type { MailMessage } from './message.ts';
import { reasonOf, type SmtpFault } from './rules.ts';

/** Why a mail could not be sent. */
export interface SendingFault {
  /** From `reasonOf`: a closed set of words, nothing that a server says of its own. */
  readonly reason: string;
  /** The server answered, instead of not being there. */
  readonly replied: boolean;
  /** It did not take the log-in. */
  readonly isLogIn: boolean;
}

/** Sends one mail past the outbox, with these settings; undefined when the server took it. */
export const trySending = async (
  mail: Addressed,
  message: MailMessage,
  settings: Settings,
): Promise<SendingFault | undefined> => {
  try {
    await sendOne(mail, message, settings);
    return undefined;
  } catch (problem) {
    const fault = problem as SmtpFault;
    return { reason: reasonOf(fault), replied: fault.responseCode !== undefined, isLogIn: fault.code === 'EAUTH' };
  }
};
