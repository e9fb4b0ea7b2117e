export { PayInstancesTab } from './instances-tab.tsx';
export { useChannelChoices, useChannelTitle } from './use-channel-choices.ts';
