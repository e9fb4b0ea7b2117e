export { listTickets, readWaiting, type ListedTicket } from './store.ts';
