import { accounting } from './accounting.ts';
import { admin } from './admin.ts';
import { agent } from './agent.ts';
import { api } from './api.ts';
import { bundle } from './bundle.ts';
import { documentParts } from './document-parts.ts';
import { fleet } from './fleet.ts';
import { jobs } from './jobs.ts';
import { pages } from './pages.ts';
import { scale } from './scale.ts';
import { start } from './start.ts';
import { subscription } from './subscription.ts';
import type { Bench } from './measure.ts';
import type { Needs } from '../tools/needs.ts';

/** Every bench by name, with what it needs of the machine. */
export const benches: Readonly<Record<string, { readonly bench: Bench; readonly needs?: Needs }>> = {
  subscription: { bench: subscription },
  'document-parts': { bench: documentParts },
  admin: { bench: admin },
  jobs: { bench: jobs },
  api: { bench: api },
  bundle: { bench: bundle },
  start: { bench: start },
  scale: { bench: scale },
  agent: { bench: agent },
  accounting: { bench: accounting },
  fleet: { bench: fleet },
  pages: { bench: pages, needs: { packages: ['chromium', 'fonts'], console: true } },
};
