import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { ById, ChangeName, Email } from './shapes.ts';
import { ByteCount, Id, Instant } from './units.ts';

/** Whole G that an agency gives at once at most. */
export const MOST_GIVEN_G = 100_000;
/** The most customers of one answer. */
export const MOST_CUSTOMERS = 1000;

/** A customer as the agency sees it: neither password nor key. */
export const AgencyCustomer = z.object({
  _id: Id,
  email: z.string(),
  /** Permanent traffic that is left, bytes. */
  left: ByteCount,
  /** End of the membership; null for none. */
  vipExpireTime: Instant.nullable(),
  lastActiveTime: Instant,
  /** Nobody has set a password yet. */
  pending: z.boolean(),
  disabled: z.boolean(),
});
export type AgencyCustomer = z.output<typeof AgencyCustomer>;

/** Where a customer sets the first password: mailed, or else shown this once to whoever passes it on. */
const PasswordLink = z.object({
  mailed: z.boolean(),
  /** Empty when it was mailed. */
  link: z.string(),
});

export const agencyCalls = {
  customers: call({
    path: '/api/channel/agency_customers',
    access: access.customer,
    rate: 'read',
    summary: 'Customers of the agency, newest first, and the permanent traffic that it can give them.',
    input: z.object({
      limit: z.number().int().min(1).max(MOST_CUSTOMERS).default(MOST_CUSTOMERS),
      offset: z.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({
      customers: z.array(AgencyCustomer),
      total: z.number().int().nonnegative(),
      /** Bytes. */
      available: ByteCount,
    }),
    fails: [],
  }),
  makeCustomer: call({
    path: '/api/channel/agency_make_customer',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Makes a customer of the agency, who sets a password by a one-time link of 24 hours.',
    input: z.object({ email: field('邮箱', Email) }),
    output: PasswordLink.extend({ _id: Id }),
    fails: ['emailTaken'],
  }),
  newLink: call({
    path: '/api/channel/agency_new_link',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Another link for a customer of the agency who has set no password yet; the one before ends.',
    input: ById,
    output: PasswordLink,
    fails: ['notFound', 'conflict'],
  }),
  give: call({
    path: '/api/channel/agency_give',
    access: access.customerStrict,
    rate: 'change',
    summary:
      'Gives a customer of the agency permanent traffic of its own; the same `change` gives once, however often it is sent; 1109 with another amount.',
    input: z.object({
      id: Id,
      /** Whole G. */
      giveNumber: field('流量', z.number().int().min(1).max(MOST_GIVEN_G), { unit: 'G' }),
      change: ChangeName,
    }),
    output: z.object({
      /** What the agency can still give, bytes. */
      available: ByteCount,
    }),
    fails: ['notFound', 'notEnoughTraffic', 'conflict'],
  }),
} as const;
