import { z } from 'zod';

const flag = z
  .enum(['', '0', '1'])
  .default('')
  .transform((text) => text === '1');
/** The values of a comma-separated list. */
const listed = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
const optionalUrl = z.union([z.literal(''), z.url()]).default('');

const Fields = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Address that customers see, e.g. https://console.example.com; empty = that of the request. */
  PUBLIC_URL: optionalUrl,
  /** Further host names of the product, comma-separated. */
  DOMAINS: z.string().default('').transform(listed),
  /** Addresses or networks of proxies whose X-Forwarded-* headers are believed, comma-separated. */
  TRUST_PROXY: z.string().default(''),
  DATA_DIR: z.string().default(''),
  DATABASE_URL: z.string().default(''),
  DATABASE_OWNER_URL: z.string().default(''),
  SECRET_KEY: z.string().default(''),
  /** Earlier values of SECRET_KEY, comma-separated. They decrypt values from before a rotation. */
  SECRET_KEY_OLD: z
    .string()
    .default('')
    .transform(listed)
    .pipe(z.array(z.string().min(32, 'each old key must be at least 32 characters long'))),
  /** Seals SECRET_KEY inside of backups, and opens it at a restore. */
  BACKUP_PASSPHRASE: z.string().default(''),
  /** Folder of the backups; empty = `backups` in the data directory. Workers on several machines share it. */
  BACKUP_DIR: z.string().default(''),
  ROLES: z
    .string()
    .default('api,worker')
    .transform(listed)
    .pipe(z.array(z.enum(['api', 'worker'])).min(1)),
  METRICS_TOKEN: z.string().default(''),
  /** Collector of traces (OTLP over HTTP with JSON); empty = no traces, and nothing of them is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** Share of calls and jobs that are traced, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Tests and demo only: nodes and clients may use loopback and private addresses. */
  ALLOW_PRIVATE_NETWORKS: flag,
  /** What a test of a line asks for through it; an answer with lines `ip=` and `loc=` says where traffic leaves. */
  LINE_TEST_URL: z.url({ protocol: /^https?$/ }).default('https://www.cloudflare.com/cdn-cgi/trace'),
  /** Tests and demo only: orders are paid by saying so. */
  TEST_PAYMENTS: flag,
  CRASH_AT: z.string().default(''),
});

/** Whoever serves customers is paid with money. */
const Schema = Fields.refine(({ TEST_PAYMENTS, PUBLIC_URL }) => !TEST_PAYMENTS || !/^https:/i.test(PUBLIC_URL), {
  path: ['TEST_PAYMENTS'],
  error: 'orders would be paid without money; it is for tests and the demo, never with a PUBLIC_URL of https',
});

/** The environment of the server, validated. */
export type Env = z.infer<typeof Schema>;

/** Reads the environment. Throws one sentence that names every variable that is wrong. */
export const readEnv = (source: Record<string, string | undefined>): Env => {
  const parsed = Schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not usable. ${problems.join('; ')}`);
};
