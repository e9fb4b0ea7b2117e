export { consoleBase, consoleHosts, mailIsOn } from './rules.ts';
export { deliverMails, type Deliver } from './deliver.ts';
export { mailJobs } from './jobs.ts';
export { queueMail, type Mail } from './queue.ts';
export { makeLetter, type Letter, type LetterParts } from './letter.ts';
