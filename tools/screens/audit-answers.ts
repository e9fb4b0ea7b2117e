import { auditCalls, type AuditRow } from '@skyport/contract/audit';
import type { BuiltCall, Output } from '@skyport/contract/call';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8040-00000000000${n}`;

const shared = { actor: 'admin@example.com', actor_id: id(9), address: '203.0.113.7', detail: {}, titles: {} } as const;
const entries: AuditRow[] = [
  {
    ...shared,
    _id: id(1),
    time: '2026-11-21T03:58:00.000Z',
    call: 'nodes.update',
    kind: 'node',
    object: id(5),
    object_name: '东京 02',
    before: { name: '东京 01', ssh_password: { secret: 'set' } },
    after: { name: '东京 02', ssh_password: { secret: 'changed' } },
    seq: null,
  },
  {
    ...shared,
    _id: id(2),
    time: '2026-11-21T02:10:00.000Z',
    call: 'coupons.update',
    kind: 'coupon',
    object: id(6),
    object_name: 'NEW2026',
    before: null,
    after: { name: '新客体验', traffic: 8_589_934_592 },
    seq: 1204,
  },
];

/** What staff changed lately. */
export const giveAudit = (give: Give, { empty }: { empty: boolean }): void => {
  give(auditCalls.list, empty ? { entries: [], total: 0 } : { entries, total: entries.length });
  give(auditCalls.check, { time: empty ? null : '2026-11-21T03:30:00.000Z', problems: 0 });
};
