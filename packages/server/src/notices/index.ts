export { noticesJobs } from './jobs.ts';
export { presentHost } from './present.ts';
export { listOperators } from './operators-store.ts';
export { alarmOperators, notifyOperators } from './operators.ts';
export { amount } from './rules.ts';
export { addToBell } from './bell.ts';
export { notify, type NotifyDeps, type Notice } from './notify.ts';
export { insertNotices, listSentNotices } from './store.ts';
