import type { Speaks } from './capability.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import type { DnsPlan } from './rules/dns-plan.ts';
import type { Plan, Switches } from './rules/plan.ts';
import type { Part } from './template.ts';
import type { Client } from './user-agent.ts';

/** What a writer makes a document from. */
export interface Writing {
  readonly kind: DocumentKind;
  /** Valid, spoken by the client, each with a name of its own, at least one. */
  readonly lines: readonly ResolvedLine[];
  /** How many lines were left out because this client cannot speak them. */
  readonly hidden: number;
  /** Groups and rules, for the kinds that carry them. */
  readonly plan: Plan;
  /** Who is asked for which name, made for the kinds that carry it. */
  readonly dns: () => DnsPlan;
  readonly switches: Switches;
  readonly client: Client;
  /** Address of the folder that lists are fetched from as files; empty = from nowhere. */
  readonly listFolder: string;
  /** Address of the folder that icons of groups are fetched from; empty = from nowhere. */
  readonly iconFolder: string;
  /** Ids of lists that are also there as long files, for clients that can fetch one. */
  readonly longLists: readonly string[];
  /** Whether apps that show no use of traffic get it as the name of a first line. */
  readonly usageLine: boolean;
  /** Name of the product. */
  readonly title: string;
}

/** How documents of one kind are written: a row of the table in formats.ts. */
export interface Format {
  /** One for all, or by the client where the same link gives two languages. */
  readonly contentType: string | ((client: Client) => string);
  /** Ending of the file's name, which some clients show and others need; empty = none. */
  readonly extension: string;
  readonly speaks: Speaks;
  /** Why this client cannot use a line whose protocol it speaks, or null; left out where there is no such case. */
  readonly refuses?: (line: ResolvedLine, client: Client) => string | null;
  /** Everything else about the client that changes the text, as a cache key: equal keys give equal documents. */
  readonly dialect: (client: Client) => string;
  readonly write: (writing: Writing) => Part[];
}

/** What the body is called in HTTP. */
export const contentTypeOf = ({ contentType }: Format, client: Client): string =>
  typeof contentType === 'string' ? contentType : contentType(client);

/** For kinds that are the same for every client. */
export const oneDialect = (): string => '';

export const YAML_TYPE = 'text/yaml; charset=utf-8';
export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
