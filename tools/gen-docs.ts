import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRows, rawCalls } from '@skyport/contract';
import { openApi } from '@skyport/contract/openapi';
import { notices } from './gen-notices.ts';
import { root } from './run.ts';

/** Writes what is made from the code: the API description and the third-party notices. */
mkdirSync(join(root, 'docs/api'), { recursive: true });
const description = openApi(allRows(), rawCalls, { title: 'Skyport', version: '0.1.0' });
writeFileSync(join(root, 'docs/api/openapi.json'), `${JSON.stringify(description, null, 1)}\n`);
writeFileSync(join(root, 'THIRD_PARTY_NOTICES.md'), notices(readFileSync(join(root, 'package-lock.json'), 'utf8')));
