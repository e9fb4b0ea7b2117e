import { configDefaults, defineConfig } from 'vitest/config';
import { PATIENCE_MS, TEARDOWN_MS, TEST_MS } from './testkit/patience.ts';

/*
 * Kinds of tests by suffix. Two workers, because two cores are what a small machine has; tests that start engines or
 * cut connections run one after the other, after all the rest.
 */

/** The first tests wait for their database a fifth of the time: a third worker uses it. */
const FIRST_GROUP = { maxWorkers: 3, sequence: { groupOrder: 0 } };

const DATABASE = ['**/*.db.test.ts', '**/*.api.test.ts'];
/** Provers, clusters that start and fail, restored backups, floods: minutes that the short run leaves out. */
const LONG_DATABASE = [
  'prove/**/*.db.test.ts',
  'packages/db/src/local.db.test.ts',
  'packages/server/src/backup/backups.api.test.ts',
  'packages/server/src/backup/test-restore.api.test.ts',
  'packages/server/src/gate/database-away.api.test.ts',
  'packages/server/src/payments/usdt/dust.api.test.ts',
  'packages/server/src/platform/leader.db.test.ts',
  'tools/demo-data.db.test.ts',
];
const ENGINE = ['**/*.engine.test.ts'];
/** Tests about real time: a slow machine can fail them, so that the short run leaves them out. */
const TIMING = ['**/*.timing.test.ts'];
/** They mostly wait for servers, programs and their patience, so two run at a time, beside the other engine tests. */
const INSTALL = ['packages/server/src/install/**/*.engine.test.ts'];
/** They load documents into engines on addresses of their own, beside the tests that make networks. */
const DOCUMENTS = ['packages/documents/**/*.engine.test.ts'];
/** Journeys through networks of their own: one after the other, and with no other browser beside them. */
const NETWORKS = ['e2e/clients.e2e.ts', 'e2e/main-job.e2e.ts', 'e2e/protocols.e2e.ts'];
/**
 * After the journeys through networks: Chromium gives up whatever it loads when a network comes or goes.
 */
const ACCESS = 'e2e/access.e2e.ts';
/** Browser journeys of the short run. */
const SHORT = ['e2e/short.e2e.ts', 'e2e/access-short.e2e.ts'];
const WEB = ['packages/web/**/*.test.ts', 'packages/web/**/*.test.tsx'];
/** Tests that put others in the place of modules: each file needs modules of its own. */
const WEB_MOCKS = ['packages/web/**/*.mocked.test.ts', 'packages/web/**/*.mocked.test.tsx'];
/**
 * The certificate library needs it before anything else; the test runner may load modules in another order than Node.
 */
const DECORATORS = ['reflect-metadata'];
const SEED = 'testkit/property-seed.ts';
/** The same patience in every project. */
const PATIENT = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  teardownTimeout: TEARDOWN_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};
/**
 * Modules are read once a worker: a quarter of the time went into reading them once a file. No test keeps what it
 * changes in one.
 */
const SHARED_MODULES = { isolate: false };
const NOT_SOURCE = [...configDefaults.exclude, 'var/**', 'e2e/**'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['**/*.test.ts'],
          exclude: [...NOT_SOURCE, ...DATABASE, ...ENGINE, ...TIMING, ...WEB],
          pool: 'threads',
          setupFiles: SEED,
          ...SHARED_MODULES,
          ...PATIENT,
          ...FIRST_GROUP,
        },
      },
      {
        test: {
          name: 'db',
          ...SHARED_MODULES,
          setupFiles: [...DECORATORS, SEED],
          include: DATABASE,
          exclude: [...NOT_SOURCE, ...LONG_DATABASE],
          globalSetup: ['packages/db/src/testing-setup.ts'],
          ...PATIENT,
          ...FIRST_GROUP,
        },
      },
      {
        test: {
          name: 'long-db',
          ...SHARED_MODULES,
          setupFiles: [...DECORATORS, SEED],
          include: LONG_DATABASE,
          exclude: NOT_SOURCE,
          globalSetup: ['packages/db/src/testing-setup.ts'],
          ...PATIENT,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'web',
          include: WEB,
          exclude: [...NOT_SOURCE, ...WEB_MOCKS],
          environment: 'happy-dom',
          setupFiles: [SEED, 'packages/web/src/testing/setup.ts'],
          ...SHARED_MODULES,
          ...PATIENT,
          ...FIRST_GROUP,
        },
      },
      {
        test: {
          name: 'web-mocks',
          include: WEB_MOCKS,
          exclude: NOT_SOURCE,
          environment: 'happy-dom',
          setupFiles: [SEED, 'packages/web/src/testing/patient-library.ts'],
          ...PATIENT,
          ...FIRST_GROUP,
        },
      },
      {
        test: {
          name: 'engine',
          setupFiles: DECORATORS,
          include: ENGINE,
          exclude: [...NOT_SOURCE, ...INSTALL, ...DOCUMENTS],
          globalSetup: ['packages/db/src/testing-setup.ts'],
          fileParallelism: false,
          ...PATIENT,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'timing',
          setupFiles: [...DECORATORS, SEED],
          include: TIMING,
          exclude: NOT_SOURCE,
          globalSetup: ['packages/db/src/testing-setup.ts'],
          fileParallelism: false,
          ...PATIENT,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'documents',
          include: DOCUMENTS,
          exclude: NOT_SOURCE,
          fileParallelism: false,
          ...PATIENT,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'install',
          setupFiles: DECORATORS,
          include: INSTALL,
          exclude: NOT_SOURCE,
          globalSetup: ['packages/db/src/testing-setup.ts', 'packages/server/src/install/testing/kit-setup.ts'],
          ...PATIENT,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'networks',
          setupFiles: DECORATORS,
          include: NETWORKS,
          fileParallelism: false,
          ...PATIENT,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: 'short',
          setupFiles: DECORATORS,
          include: SHORT,
          fileParallelism: false,
          maxConcurrency: 2,
          ...PATIENT,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles: DECORATORS,
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...configDefaults.exclude, ...NETWORKS, ACCESS, ...SHORT],
          // A journey mostly waits for its browser: two at a time.
          ...PATIENT,
          sequence: { groupOrder: 6 },
        },
      },
      {
        test: {
          name: 'access',
          include: [ACCESS],
          // Its pages can run beside one another: the test says so of itself.
          maxConcurrency: 2,
          ...PATIENT,
          sequence: { groupOrder: 7 },
        },
      },
    ],
  },
});
