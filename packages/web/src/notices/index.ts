export { isAgencyView } from './agency.ts';
export { useHost } from './use-host.ts';
export { Bell } from './bell.tsx';
export { DomainPrompt } from './domain-prompt.tsx';
export { BuyNotice, HostNotice, NoticeWindows } from './notice-window.tsx';
