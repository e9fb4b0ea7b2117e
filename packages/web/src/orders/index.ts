export { orderColumns } from './columns.tsx';
export { OrderFacts } from './order-facts.tsx';
export { giftText } from './rules.ts';
export { StatePill, stateText } from './state-pill.tsx';
