export { CheckInCard } from './check-in-card.tsx';
export { productDay } from './rules.ts';
