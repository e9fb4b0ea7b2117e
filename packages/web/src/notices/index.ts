export { useHost } from './use-host.ts';
export { Bell } from './bell.tsx';
export { BuyNotice, HostNotice } from './notice-window.tsx';
