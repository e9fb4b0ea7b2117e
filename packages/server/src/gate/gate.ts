import type { HostInfo } from '@skyport/contract/notices';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AuditReaders } from '../platform/audit.ts';
import type { ConfirmRoute } from '../platform/confirm-route.ts';
import type { Deps } from '../platform/deps.ts';
import type { DescribeRoute } from '../platform/describe-route.ts';
import type { DocumentRoute } from '../platform/document-route.ts';
import type { FaultLog } from '../platform/error-log.ts';
import type { FileRoutes } from '../platform/file-route.ts';
import type { InstallRoute } from '../platform/install-route.ts';
import type { ListExportRoute } from '../platform/list-export.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { PayNotifyRoute, PayTurnedAway } from '../platform/pay-notify-route.ts';
import type { RowReader } from '../platform/row-reader.ts';
import type { StatusRoute } from '../platform/status-route.ts';
import type { StepUp } from '../platform/step-up.ts';
import type { TelegramRoute } from '../platform/telegram-route.ts';
import type { TestPayRoute } from '../platform/test-pay-route.ts';
import type { Traces } from '../platform/traces.ts';
import type { Handlers } from './handlers.ts';
import type { Proxies } from './proxies.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SiteLog } from './site-log.ts';

/** What the HTTP side is made of; wiring.ts brings it together. */
export interface GateParts {
  readonly deps: Deps;
  readonly reader: RowReader;
  readonly faults: FaultLog;
  readonly metrics: Metrics;
  /** Undefined without a collector. */
  readonly traces: Traces | undefined;
  readonly handlers: Handlers;
  readonly auditReaders: AuditReaders;
  readonly document: DocumentRoute;
  readonly describe: DescribeRoute;
  readonly install: InstallRoute;
  readonly confirm: ConfirmRoute;
  readonly telegram: TelegramRoute;
  readonly payNotify: PayNotifyRoute;
  readonly payTurnedAway: PayTurnedAway;
  /** Where test payments are made; undefined in every installation that takes money. */
  readonly testPay: TestPayRoute | undefined;
  readonly stepUp: StepUp;
  readonly status: StatusRoute;
  readonly files: FileRoutes;
  readonly listExports: ListExportRoute;
  /** What everybody may know of the product at one host: its name without port, lower-case. */
  readonly hostInfo: (host: string) => HostInfo;
  /** Folder of the built console; undefined serves calls only. */
  readonly consoleDir: string | undefined;
  /** Parses every answer by its schema before sending (tests and development). */
  readonly checkAnswers: boolean;
}

/** The HTTP server with everything that its parts share. */
export interface Gate extends GateParts {
  readonly app: FastifyInstance;
  readonly rateLimiter: RateLimiter;
  /** Writes request lines, whose fields are all ours: they are not searched for secrets. */
  readonly requestLog: Log;
  /** False while the process drains. */
  readonly state: { accepting: boolean };
  readonly proxies: Proxies;
  /** Limits log entries about foreign pages. */
  readonly siteLog: SiteLog;
  /** Whether the browser or client uses HTTPS, also where a proxy ends it. */
  readonly isSecure: (request: IncomingMessage) => boolean;
  readonly secure: (request: FastifyRequest) => boolean;
}
