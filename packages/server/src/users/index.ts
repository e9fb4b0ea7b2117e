export { findChannelCode as channelCodeOf, listEmails as emailsOf } from './store.ts';
export { containing } from './rules.ts';
