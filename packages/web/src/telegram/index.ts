import { lazy } from 'react';

/** The part of the profile page that binds and unbinds Telegram; fetched when it is shown. */
export const TelegramSection = lazy(() => import('./section.tsx'));
