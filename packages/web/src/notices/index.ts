import { lazyPart } from '../ui/lazy-part.ts';

export { isAgencyView } from './agency.ts';
export { useHost } from './use-host.ts';
export { Bell } from './bell.tsx';
export { NoticeWindows } from './notice-windows.tsx';

/** The part of the profile page with the channels of notifications; fetched when it is shown. */
export const ChannelsSection = lazyPart(() => import('./channels-section.tsx'));
