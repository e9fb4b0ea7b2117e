import { z } from 'zod';
import { access, call } from './call.ts';
import { ById, Port } from './shapes.ts';
import { Id } from './units.ts';

/** Programs that forward ports, for which a ready configuration is written. */
export const relayTools = ['nftables', 'realm', 'gost', 'haproxy'] as const;
export const RelayTool = z.enum(relayTools);
export type RelayTool = z.infer<typeof RelayTool>;

/** One port of an entry and where it leads. */
export const RelayPort = z.object({
  line_id: Id,
  line_name: z.string(),
  node_name: z.string(),
  /** What clients dial on the entry. */
  listen_port: Port,
  /** Address or host name of the node, as it was entered, and the port dialled there. */
  target: z.string(),
  target_port: Port,
  /** What the line's protocol needs forwarded. */
  tcp: z.boolean(),
  udp: z.boolean(),
});
export type RelayPort = z.infer<typeof RelayPort>;

/** A ready configuration for one program. Putting it in place twice is the same as once. */
export const RelayFile = z.object({
  tool: RelayTool,
  /** Where the text belongs on the entry. */
  path: z.string(),
  text: z.string(),
  /** Commands that put it to work, in their order, as root. */
  apply: z.array(z.string()),
  /** What this program cannot do for some line, in sentences. */
  problems: z.array(z.string()),
});
export type RelayFile = z.infer<typeof RelayFile>;

/** Part of the calls of nodes: forwarding on entries. */
export const relayCalls = {
  entryRelay: call({
    path: '/api/admin/entrys/relay',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Ready forwarding configurations for the lines of an entry, for four programs.',
    input: ById,
    output: z.object({
      ports: z.array(RelayPort),
      /** What keeps a line from being forwarded by any program, in sentences. */
      problems: z.array(z.string()),
      files: z.array(RelayFile),
    }),
    fails: ['notFound'],
  }),
} as const;
