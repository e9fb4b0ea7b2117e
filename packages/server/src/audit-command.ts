import { acceptChain, problemText, verifyChain } from './audit/index.ts';
import { endWith, inInstallation } from './command.ts';

/** What makes verification begin anew behind what was found. */
const ACCEPT = 'accept';

/**
 * `npm run audit`: walks the audit's chain and says what is wrong with it; ends with 1 when something is. With `accept`
 * what is wrong is taken as seen, and an entry says so: verification begins behind it. Works while the panel runs and
 * while it does not.
 */
const main = async (option: string | undefined): Promise<number> => {
  if (option !== undefined && option !== ACCEPT) throw new Error(`Usage: npm run audit [-- ${ACCEPT}]`);
  const { from, to, problems } = await inInstallation(option ? acceptChain : verifyChain);
  for (const problem of problems) process.stdout.write(`${problemText(problem)}\n`);
  process.stdout.write(`${from} – ${to}: ${problems.length} problems${option ? ', accepted' : ''}\n`);
  return problems.length === 0 || option ? 0 : 1;
};

// A bundled server that was taken over goes on being watched otherwise.
main(process.argv[2]).then((code) => process.exit(code), endWith);
