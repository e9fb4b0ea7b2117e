/** Faults that can be planted into what lies under the product's code, to see the simulator notice. */
export const faults = {
  'double-ack': 'a panel that starts again has forgotten the batch it applied last and takes it once more',
  'ack-before-commit': 'the acknowledgement is written beside the transaction and survives when that is undone',
  'bill-twice': 'an account is charged a second time when a transaction has to be repeated',
  'swallow-duplicate-id': 'a batch under a known number is taken for a new one',
  'no-lock': 'two panels do not wait for each other at the node and at the accounts',
  'any-epoch': 'the epoch of a store that nobody installed is adopted',
  'drop-remainder': 'what scaling leaves over is forgotten',
  'float-scale': 'the remainder of scaling is kept in floating point',
  'lost-tick': "an agent's tick notes the readings and loses the bytes",
  'stale-reading': "an agent's tick adds the bytes and keeps the old readings",
  'forget-fsync': 'what the agent has committed is not on its disk yet when it says so',
  'torn-write': 'half a transaction of the agent survives its death',
  'stale-cursor': 'an agent gives the number of one batch to the next one too',
  'rewrite-batch': 'an agent makes a batch anew when it is asked for it again',
  'reset-counter-unnoticed': 'an engine that began again goes by the name of the one before',
  'blind-rollback': 'an agent does not look at what the panel knows of its journal',
  'ask-without-digest': 'the panel does not say under which digest it knows the batch it acknowledges',
  'hidden-loss': "an agent does not show the bytes that are nobody's",
  'forget-open': 'what is counted on a second day is lost when batches are closed',
  'quarantine-unkept': 'the rows of a batch that is not billed are not kept',
  'post-twice': 'use that the ledger holds is not marked as posted',
} as const;

export type Fault = keyof typeof faults;

/** Names of all faults. */
export const faultNames = Object.keys(faults) as Fault[];
