export { PayInstancesTab } from './instances-tab.tsx';
export { useChannelChoices } from './use-channel-choices.ts';
