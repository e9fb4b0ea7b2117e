export { consoleBase, consoleHosts, mailIsOn } from './rules.ts';
export { deliverMails, type Deliver } from './deliver.ts';
export { mailJobs, mailPeriodic } from './jobs.ts';
export { queueMail, type Mail } from './outbox.ts';
export { makeLetter, type Letter, type LetterParts } from './letter.ts';
