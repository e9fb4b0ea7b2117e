export { channelOf, makeChannel, newChannel, rewardBpOf, rewardRateOf, saveChannel } from './channel.ts';
export { findChannel, type ChannelRow } from './store.ts';
export { rebateFor } from './rebate.ts';
export { ownLink } from './own-link.ts';
