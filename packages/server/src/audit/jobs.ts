import { inTransaction } from '@skyport/db';
import { notify } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { dropOldMonths, mailEnd } from './anchors.ts';
import { chainEntries } from './chain.ts';
import { sendDigest } from './digest.ts';
import { findOperator } from './operator.ts';
import { noteCheck } from './store.ts';
import { texts } from './texts.ts';
import { verifyChain } from './verify.ts';

const chain = job({
  name: 'audit.chain',
  input: NoInput,
  maxAttempts: 3,
  cron: '* * * * *',
  key: () => 'all',
  run: chainEntries,
});

/** Tells the operator what is wrong, and ends as a fault, so that it stands in the error log as well. */
const checkChain = async (deps: Deps): Promise<void> => {
  const { problems } = await verifyChain(deps);
  await noteCheck(deps.db, problems.length, deps.clock.now());
  if (problems.length === 0) return;
  const operator = await findOperator(deps);
  const text = texts.broken(problems);
  if (operator) {
    await inTransaction(deps.db, (trx) =>
      notify(trx, deps, { userId: operator.id, kind: 'security', href: '#/admin_audit', text, name: 'audit_broken' }),
    );
  }
  throw new Error(`the audit chain does not verify: ${JSON.stringify(problems)}`);
};

/** One try: a second one would tell the operator the same again. */
const verify = job({ name: 'audit.verify', input: NoInput, maxAttempts: 1, cron: '41 18 * * *', run: checkChain });

const mail = job({ name: 'audit.mail-end', input: NoInput, maxAttempts: 3, cron: '5 16 * * *', run: mailEnd });

const keep = job({ name: 'audit.keep', input: NoInput, maxAttempts: 3, cron: '17 19 * * *', run: dropOldMonths });

/** Each hour, because when a business day ends depends on the operator's time zone; it tells of a day once. */
const digest = job({ name: 'audit.digest', input: NoInput, maxAttempts: 3, cron: '7 * * * *', run: sendDigest });

/** Jobs of this feature. */
export const auditJobs = [chain, verify, mail, keep, digest];
