export { ChatProblem, type ChatClient, type ChatUpdate, type MenuCommand } from './client.ts';
export { chatClientOf, deliverChats, removeOldChats, type Deliver } from './deliver.ts';
export { chatJobs } from './jobs.ts';
export { unblockChat } from './outbox-store.ts';
export { queueChat, type ChatMessage } from './queue.ts';
export { botOf, type BotAccess } from './rules.ts';
