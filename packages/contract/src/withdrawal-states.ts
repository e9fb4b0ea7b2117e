/** States of a withdrawal: asked for, sent, or given back to the wallet. */
export const withdrawalStates = ['request', 'paid', 'returned'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** Every change of a withdrawal's state. The database has the same rows and refuses any other (`state_changes`). */
export const withdrawalChanges = {
  request: ['paid', 'returned'],
  paid: [],
  returned: [],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>;

/** What a chain says of a payout: it was not asked, is still asked, has it, has another one, or does not know it. */
export const chainStates = ['none', 'waiting', 'right', 'wrong', 'unseen'] as const;
export type ChainState = (typeof chainStates)[number];
