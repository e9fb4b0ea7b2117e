export { resetQuestion } from './reset-question.ts';
export { LinkAlarmsWindow, LinkFetchesWindow } from './staff-windows.tsx';
export { clients, type Client } from './clients.ts';
export { clientLinks, type ClientApp, type ClientLinks } from './links.ts';
export { texts as subscriptionTexts } from './texts.ts';
export { useSubscriptions, type Subscriptions } from './use-subscriptions.ts';
export { UPDATE_MINUTES, versions } from './versions.ts';
