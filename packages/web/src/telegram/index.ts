import { lazyPart } from '../ui/lazy-part.ts';

/** The part of the profile page that binds and unbinds Telegram; fetched when it is shown. */
export const TelegramSection = lazyPart(() => import('./section.tsx'));
