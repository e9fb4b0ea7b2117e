import { calls, type BuiltCall, type Input, type Output } from '@skyport/contract';
import { auditReaders } from '@skyport/server/audit-readers';
import { auditedBy } from '@skyport/server/platform/audit';
import type { Account, BuiltNames, CallContext, Deps, Handler, StaffContext } from '@skyport/server/platform/deps';
import { handlers } from '@skyport/server/wiring';

/** What every call of the demo says of its browser; the handlers that the demo uses read only the address. */
const browser = {
  requestId: 'demo',
  address: '127.0.0.1',
  host: 'localhost',
  userAgent: 'demo',
  page: '',
  callerRow: undefined,
  bothParts: true,
  requireStepUp: async () => undefined,
  identifyBrowser: () => Buffer.alloc(32),
  startSession: async () => true,
  endSession: async () => undefined,
};

/** An account of the demo, as far as calls need it. */
export interface Person {
  readonly id: string;
  readonly num: number;
  readonly email: string;
}

const accountOf = ({ id, num, email }: Person, type: Account['type']): Account => ({
  id,
  num,
  email,
  type,
  paid: true,
  isAgencyUser: false,
  session: Buffer.alloc(32),
});

type Feature = keyof typeof calls;
type Row<F extends Feature, N extends keyof (typeof calls)[F]> = Extract<(typeof calls)[F][N], BuiltCall>;

/** Makes one call: its input is parsed as by the gate, and a change by staff is audited. */
export type Act = <F extends Feature, N extends BuiltNames<(typeof calls)[F]>>(
  feature: F,
  name: N,
  input: Input<Row<F, N>>,
) => Promise<Output<Row<F, N>>>;

/** What an account does by the product's own calls, without a gate. */
export const actsOf =
  (deps: Deps, person: Person, type: Account['type'] = 'normal'): Act =>
  async (feature, name, input) => {
    const row = (calls[feature] as Record<PropertyKey, unknown>)[name] as BuiltCall;
    const handler = (handlers[feature] as Record<PropertyKey, unknown>)[name] as Handler<BuiltCall>;
    const caller = accountOf(person, type);
    const act = { actor: caller.id, address: browser.address, call: `${feature}.${String(name)}` };
    const kind = row.audit === 'none' ? undefined : row.audit;
    const context: CallContext<Account> & Partial<StaffContext> = {
      ...browser,
      caller,
      ...(kind && { audited: auditedBy({ ...act, kind }, auditReaders, deps) }),
    };
    return handler(row.input.parse(input), context as never, deps) as never;
  };
