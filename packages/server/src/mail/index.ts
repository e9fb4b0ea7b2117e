export { consoleBase, consoleHosts, mailIsOn } from './rules.ts';
export { deliverMails, type Deliver } from './deliver.ts';
export { mailJobs } from './jobs.ts';
export type { Urgency } from './mailbox.ts';
export { queueMail, type Mail } from './queue.ts';
export { trySending } from './try-sending.ts';
export { makeMailMessage, type MailMessage, type MailMessageParts } from './message.ts';
