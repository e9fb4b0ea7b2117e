import type { AgencyCustomer, agencyCalls } from '@skyport/contract/agency';
import { inTransaction } from '@skyport/db';
import { lacksPassword, makeAgencyCustomer, makePasswordLink, NO_PASSWORD } from '../accounts/index.ts';
import { refuseReached, spendAttempts, takeAttemptsWithin } from '../platform/attempts.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { takeableTraffic } from '../traffic/index.ts';
import { give } from './give.ts';
import { countCustomers, type CustomerRow, isAgencyNow, listCustomers, lockParties } from './store.ts';
import { texts } from './texts.ts';

type Calls = typeof agencyCalls;

const present = (row: CustomerRow): AgencyCustomer => ({
  _id: row.id,
  email: row.email,
  left: Math.max(0, row.granted - row.spent),
  vipExpireTime: row.vip_until?.toISOString() ?? null,
  lastActiveTime: row.last_active_at.toISOString(),
  pending: row.password_hash === NO_PASSWORD,
  disabled: row.disabled,
});

const customers: Handler<Calls['customers']> = async (part, { caller }, { db }) => {
  if (!(await isAgencyNow(db, caller.id))) return refuse('roleForbidden');
  const [rows, total, available] = await Promise.all([
    listCustomers(db, caller.id, part),
    countCustomers(db, caller.id),
    takeableTraffic(db, caller.num),
  ]);
  return { customers: rows.map(present), total, available };
};

const makeCustomer: Handler<Calls['makeCustomer']> = async ({ email }, { caller }, deps) => {
  if (!(await isAgencyNow(deps.db, caller.id))) return refuse('roleForbidden');
  await spendAttempts(deps, [{ kind: 'agency_customer.account', key: caller.id }]);
  const answer = await inTransaction(deps.db, async (trx) => {
    const [agency] = await lockParties(trx, [caller.id]);
    if (!agency?.is_agency) return refuse('roleForbidden');
    const made = (await makeAgencyCustomer(trx, deps, { email, agencyId: agency.id })) ?? refuse('emailTaken');
    const link = await makePasswordLink(trx, deps, { id: made.id, email });
    deps.crash.at('agency-customer.before-commit');
    return { _id: made.id, ...link };
  });
  deps.crash.at('agency-customer.after-commit');
  return answer;
};

const newLink: Handler<Calls['newLink']> = async ({ id }, { caller }, deps) => {
  if (!(await isAgencyNow(deps.db, caller.id))) return refuse('roleForbidden');
  await spendAttempts(deps, [{ kind: 'agency_customer.account', key: caller.id }]);
  const answer = await inTransaction(deps.db, async (trx) => {
    const customer = (await lockParties(trx, [id])).find((one) => one.is_agency_user && one.agent_id === caller.id);
    if (!customer) return refuse('notFound');
    if (!(await lacksPassword(trx, id))) return refuse('conflict', texts.hasPassword);
    const attempts = [{ kind: 'agency_link.account', key: id }] as const;
    const outcome = await takeAttemptsWithin(trx, deps, { attempts });
    if ('over' in outcome) return refuseReached(outcome);
    const link = await makePasswordLink(trx, deps, customer);
    deps.crash.at('agency-link.before-commit');
    return link;
  });
  deps.crash.at('agency-link.after-commit');
  return answer;
};

/** What an agency does for its customers. */
export const agencyHandlers: HandlersOf<Calls> = { customers, makeCustomer, newLink, give };
