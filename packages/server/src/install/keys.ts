import ssh2 from 'ssh2';
import type { Deps } from '../platform/deps.ts';
import { findInstallKey, insertInstallKey } from './key-store.ts';

/** The key by which servers let the panel in. */
export interface InstallKey {
  /** OpenSSH's private format; a secret. */
  readonly privateKey: string;
  /** One line of an authorized_keys file. */
  readonly publicLine: string;
}

const NAME = 'ssh';
const CONTEXT = `install_keys.private:${NAME}`;

/** The installation's ed25519 key, made at the first call; its private part is encrypted at rest. */
export const loadInstallKey = async (deps: Pick<Deps, 'db' | 'secrets' | 'clock'>): Promise<InstallKey> => {
  const stored = await findInstallKey(deps.db, NAME);
  if (stored) return { privateKey: deps.secrets.decrypt(stored.private_enc, CONTEXT), publicLine: stored.public_text };
  const made = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'skyport-panel' });
  await insertInstallKey(deps.db, {
    name: NAME,
    private_enc: deps.secrets.encrypt(made.private, CONTEXT),
    public_text: made.public.trim(),
    created_at: deps.clock.now(),
  });
  // Two processes may have made one at once: the first is everybody's.
  return loadInstallKey(deps);
};
