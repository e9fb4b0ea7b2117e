import type { AuditKind } from '@skyport/contract/audit-kinds';
import type { Db } from '@skyport/db';
import { insertEntries } from './audit-entry-store.ts';
import { changeOf, entryText, type Audited, type AuditEntry, type AuditReader } from './audit-rules.ts';
import type { Deps } from './deps.ts';

type AuditDeps = Pick<Deps, 'ids' | 'clock' | 'secrets'>;

/** A reader of every kind of thing that the audit knows. */
export type AuditReaders = Readonly<Record<AuditKind, AuditReader>>;

/** Something that happened; no secret belongs into it. */
export type AuditDraft = Omit<AuditEntry, 'id' | 'at' | 'before' | 'after'> &
  Partial<Pick<AuditEntry, 'before' | 'after'>>;

/** Entries in one statement. */
const AT_ONCE = 500;

/**
 * Writes entries of the audit inside the caller's transaction, so that they are rolled back with the change. Each has
 * an HMAC whose key is not in the database: a row inserted by hand is detected before it could join the chain.
 */
export const audit = async (
  trx: Db,
  { ids, clock, secrets }: AuditDeps,
  drafts: readonly AuditDraft[],
): Promise<void> => {
  const at = clock.now();
  const entries = drafts.map((draft): AuditEntry => ({ before: null, after: null, ...draft, id: ids.next(), at }));
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE);
    await insertEntries(
      trx,
      some.map((entry) => ({ ...entry, mac: secrets.mac('audit', entryText(entry)) })),
    );
  }
};

/** Who makes the change and by which call, filled in by the gate: a handler cannot set it. */
export type StaffAct = Pick<AuditEntry, 'actor' | 'address' | 'call'> & { readonly kind: AuditKind };

/** The audit of one staff call, by the reader of its row's kind. */
export const auditedBy =
  (act: StaffAct, readers: AuditReaders, deps: AuditDeps): Audited =>
  async (trx, { ids, note, onChange }, change) => {
    const read = readers[act.kind];
    const before = await read(trx, ids);
    const done = await change();
    const after = await read(trx, ids);
    const detail = note?.(done);
    const drafts = [...new Set(ids)].flatMap((id) => {
      const changed = changeOf(before.get(id), after.get(id)) ?? (detail && { before: null, after: null });
      return changed ? [{ ...act, object: id, ...changed, detail: detail ?? {} }] : [];
    });
    if (drafts.length > 0) await onChange?.();
    await audit(trx, deps, drafts);
    return done;
  };
