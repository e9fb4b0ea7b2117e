export { listEmails as emailsOf } from './store.ts';
