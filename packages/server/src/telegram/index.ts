export { telegramJobs, telegramPeriodic } from './jobs.ts';
export { startTelegram } from './poll.ts';
export { createTelegramRoute } from './webhook.ts';
