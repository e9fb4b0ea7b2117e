export { orderColumns } from './columns.tsx';
export { OrderFacts } from './order-facts.tsx';
export { StatePill } from './state-pill.tsx';
