import { endWith, inInstallation } from './command.ts';
import { countKeyUse } from './rotation/index.ts';

/**
 * `npm run secret-key`: says how many stored values need a key of SECRET_KEY_OLD; ends with 1 when some do. Works while
 * the panel runs and while it does not.
 */
const main = async (): Promise<number> => {
  const { old, unreadable } = await inInstallation((deps) => countKeyUse(deps));
  process.stdout.write(
    old > 0
      ? `${old} stored values need a key of SECRET_KEY_OLD. Keep it until the panel has rewritten them.\n`
      : 'No stored value needs SECRET_KEY_OLD. It may go.\n',
  );
  if (unreadable > 0) process.stdout.write(`${unreadable} stored values are decrypted by no key.\n`);
  return old > 0 ? 1 : 0;
};

// A bundled server that was taken over goes on being watched otherwise.
main().then((code) => process.exit(code), endWith);
