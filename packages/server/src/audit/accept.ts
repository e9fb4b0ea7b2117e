import { inTransaction } from '@skyport/db';
import { audit } from '../platform/audit.ts';
import type { Deps } from '../platform/deps.ts';
import { chainAll } from './chain.ts';
import { anchorProof } from './chain-rules.ts';
import { writeKeptEnd } from './kept-end.ts';
import { proveAnchor, putAnchor } from './store.ts';
import { verifyChain, type Verified } from './verify.ts';

type AcceptDeps = Pick<Deps, 'db' | 'secrets' | 'env' | 'log' | 'ids' | 'clock'>;

/**
 * Takes the audit as it is, after an admin has looked at what does not verify (a database that was put back from a
 * backup, for example): verification begins behind everything there is now, and an entry says what was found. Gives
 * what was found.
 */
export const acceptChain = async (deps: AcceptDeps): Promise<Verified> => {
  const found = await verifyChain(deps);
  const draft = { actor: null, address: '', call: 'command.acceptAudit', kind: 'audit', object: 'chain' };
  await inTransaction(deps.db, (trx) => audit(trx, deps, [{ ...draft, detail: { ...found } }]));
  const end = await chainAll(deps);
  if (!end) throw new Error('the audit has no end although an entry was just written');
  await inTransaction(deps.db, async (trx) => {
    await putAnchor(trx, end, { at: deps.clock.now(), mailId: null });
    await proveAnchor(trx, end.seq, anchorProof(deps.secrets, end));
  });
  await writeKeptEnd(deps.env, end);
  return found;
};
