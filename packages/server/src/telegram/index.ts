export { telegramJobs } from './jobs.ts';
export { startTelegram } from './poll.ts';
export { createTelegramRoute } from './webhook.ts';
