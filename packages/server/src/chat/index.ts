export { ChatProblem, type ChatClient, type ChatUpdate, type MenuCommand } from './client.ts';
export { clientOf, deliverChats, removeOldChats, type Deliver } from './deliver.ts';
export { chatJobs, chatPeriodic } from './jobs.ts';
export { queueChat, unblockChat, type ChatMessage } from './outbox.ts';
export { botOf, type BotAccess } from './rules.ts';
