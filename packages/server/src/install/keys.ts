import ssh2 from 'ssh2';
import type { Deps } from '../platform/deps.ts';
import { deleteInstallKey, findInstallKey, insertInstallKey } from './key-store.ts';

/** The key by which servers let the panel in. */
export interface InstallKey {
  /** OpenSSH's private format; a secret. */
  readonly privateKey: string;
  /** One line of an authorized_keys file. */
  readonly publicLine: string;
}

const NAME = 'ssh';
const CONTEXT = `install_keys.private:${NAME}`;

/** A key pair in OpenSSH's formats. */
export interface SshKeyPair {
  readonly private: string;
  readonly public: string;
}

const isReadable = (privateKey: string): boolean => !(ssh2.utils.parseKey(privateKey) instanceof Error);

/** Makes an ed25519 key pair; ssh2 writes about one in 250 in a form that no program reads. */
export const makeSshKey = (
  generate: () => SshKeyPair = () => ssh2.utils.generateKeyPairSync('ed25519', { comment: 'skyport-panel' }),
): SshKeyPair => {
  for (;;) {
    const made = generate();
    if (isReadable(made.private)) return made;
  }
};

/**
 * The installation's ed25519 key, made at the first call; its private part is encrypted at rest. An unreadable key
 * of an older version is replaced.
 */
export const loadInstallKey = async (deps: Pick<Deps, 'db' | 'secrets' | 'clock'>): Promise<InstallKey> => {
  const stored = await findInstallKey(deps.db, NAME);
  if (stored) {
    const privateKey = deps.secrets.decrypt(stored.private_enc, CONTEXT);
    if (isReadable(privateKey)) return { privateKey, publicLine: stored.public_text };
    await deleteInstallKey(deps.db, stored);
  }
  const made = makeSshKey();
  await insertInstallKey(deps.db, {
    name: NAME,
    private_enc: deps.secrets.encrypt(made.private, CONTEXT),
    public_text: made.public.trim(),
    created_at: deps.clock.now(),
  });
  // Two processes may have made one at once: the first is everybody's.
  return loadInstallKey(deps);
};
