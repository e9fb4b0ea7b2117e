export { TenDaysCard } from './ten-days-card.tsx';
