import { hash, verify } from '@node-rs/argon2';
import type { Random } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createSemaphore } from '../../platform/semaphore.ts';

/** OWASP's minimum for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two hashes at once use both cores of a small machine; more only makes everyone wait longer. */
const AT_ONCE = 2;
const MAX_WAITING = 50;

/**
 * Of a password nobody has, made with the same cost: an unknown account is checked against it, so that it takes as long
 * as a known one. It is stored for an account that has no password yet.
 */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$7GkcwgE92y4cVE2MsMaDcQ$rL7DDscKzmxV9subkTizVBwYH/PF65i+e1xBpfJf0cY';

/** One semaphore a process: the cost is the machine's, whoever asks. */
const hashing = createSemaphore({ running: AT_ONCE, waiting: MAX_WAITING });

const inTurn = async <T>(task: () => Promise<T>): Promise<T> => hashing.run(task) ?? refuse('throttled');

/** The pepper keeps a stolen database from being guessed against: its key is not in the database. */
const peppered = (clientHash: string, secrets: Secrets): string => secrets.mac('password', clientHash).toString('hex');

/** What is stored of a password (PHC text). Refuses `throttled` when too many are waiting to be hashed. */
export const hashPassword = (clientHash: string, { secrets, random }: { secrets: Secrets; random: Random }) =>
  inTurn(() => hash(peppered(clientHash, secrets), { ...cost, salt: random.bytes(16) }));

/**
 * Whether the password is the stored one; without a stored one false, after the same time. Refuses `throttled` when too
 * many are waiting.
 */
export const checkPassword = async (
  stored: string | undefined,
  clientHash: string,
  { secrets }: { secrets: Secrets },
): Promise<boolean> => {
  const right = await inTurn(() => verify(stored ?? NO_PASSWORD, peppered(clientHash, secrets)));
  return stored !== undefined && right;
};
