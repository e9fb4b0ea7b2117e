import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRows, rawCalls } from '@skyport/contract';
import { openApi } from '@skyport/contract/openapi';
import { notices } from './gen-notices.ts';
import { root } from './run.ts';

/** Where the description of the API lies. */
export const apiFile = join(root, 'docs/api/openapi.json');

/** The description of the API, made from the call table. */
export const apiSource = (): string =>
  `${JSON.stringify(openApi(allRows(), rawCalls, { title: 'Skyport', version: '0.1.0' }), null, 1)}\n`;

// `npm run docs`: what is made from the code and kept beside it.
if (import.meta.main) {
  mkdirSync(join(root, 'docs/api'), { recursive: true });
  writeFileSync(apiFile, apiSource());
  writeFileSync(join(root, 'THIRD_PARTY_NOTICES.md'), notices(readFileSync(join(root, 'package-lock.json'), 'utf8')));
}
