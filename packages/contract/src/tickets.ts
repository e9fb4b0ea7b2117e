import { access, planned } from './call.ts';

export const ticketsCalls = {
  myList: planned({
    path: '/api/feedback/my_list',
    access: access.customer,
    rate: 'read',
    summary: 'Tickets of the account; all tickets for an admin.',
  }),
  create: planned({
    path: '/api/feedback/create',
    access: access.customer,
    rate: 'change',
    summary: 'Opens a ticket.',
  }),
  response: planned({
    path: '/api/feedback/response',
    access: access.customer,
    rate: 'change',
    summary: 'Replies to a ticket.',
  }),
  close: planned({
    path: '/api/feedback/close',
    access: access.admin,
    rate: 'change',
    summary: 'Closes a ticket.',
  }),
  refresh: planned({
    path: '/api/feedback/refresh',
    access: access.customer,
    rate: 'read',
    summary: 'One ticket with its replies.',
  }),
} as const;
