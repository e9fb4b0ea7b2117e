import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { texts } from './texts.ts';

/** A ticket and its list are read again this often, in ms. */
export const REFRESH_MS = 30_000;

/** The toast of a message that was not taken: that the ticket is closed, or the server's words. */
export const replyRefused = ({ code }: Pick<CallError, 'code'>) =>
  code === codes.ticketClosed.code ? texts.closed : { prefix: texts.failed };

/** What is missing in a form; empty for nothing. */
export const titleProblem = (title: string): string => (title.trim() === '' ? texts.form.noTitle : '');
export const descProblem = (desc: string): string => (desc.trim() === '' ? texts.form.noDesc : '');
