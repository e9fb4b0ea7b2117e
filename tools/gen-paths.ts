import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@skyport/contract';
import type { Call } from '@skyport/contract/call';
import { root } from './run.ts';

/** The text of `paths.generated.ts`: the path of every built call, without the schemas that the table carries. */
export const pathsSource = (): string => {
  const features = Object.entries(calls).map(([feature, rows]) => {
    const built = Object.entries<Call>(rows).filter(([, row]) => row.kind === 'call');
    const lines = built.map(([name, row]) => `    ${name}: '${row.path}',\n`).join('');
    return lines === '' ? `  ${feature}: {},\n` : `  ${feature}: {\n${lines}  },\n`;
  });
  return `/** Made from the call table by \`npm run docs\`; a test fails when it is stale. */\nexport const paths = {\n${features.join('')}} as const;\n`;
};

/** Where it lies. */
export const pathsFile = join(root, 'packages/contract/src/paths.generated.ts');

if (import.meta.main) writeFileSync(pathsFile, pathsSource());
