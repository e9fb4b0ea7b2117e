export { LinkAlarmsWindow, LinkFetchesWindow } from './staff-windows.tsx';
export { clients, type Client } from './clients.ts';
export type { ClientApp, ClientLinks } from './links.ts';
export { resetQuestion } from './reset-question.ts';
export { texts as subscriptionTexts } from './texts.ts';
export { useSubscriptions, type Subscriptions } from './use-subscriptions.ts';
