import { z } from 'zod';
import { TextOf } from './units.ts';

/** Processors that nodes have, in Node's names. */
export const NodeCpu = z.enum(['x64', 'arm64']);
export type NodeCpu = z.infer<typeof NodeCpu>;

/** Parts of a node kit: the agent (one file for all), the engine, and Node for systems with glibc. */
export const KitPart = z.enum(['agent', 'xray', 'node']);
export type KitPart = z.infer<typeof KitPart>;

/** A file of the kit; `cpu` is absent where one file serves all. */
export const KitFile = z.strictObject({
  part: KitPart,
  cpu: NodeCpu.optional(),
  /**
   * Name of the file in the kit's folder; `.gz` is decompressed on the node. Size and checksum are of the
   * file as it is here.
   */
  name: TextOf(120).regex(/^[a-z0-9.-]+$/),
  version: TextOf(100).min(1),
  bytes: z.number().int().positive(),
  sha256: TextOf(64).regex(/^[0-9a-f]{64}$/),
});
export type KitFile = z.infer<typeof KitFile>;

/** `manifest.json` of a kit folder: what nodes are installed from. */
export const KitManifest = z.strictObject({ files: z.array(KitFile).max(100) });
export type KitManifest = z.infer<typeof KitManifest>;

/**
 * V8 flags and an environment that keep the agent small on nodes with 512 MB: without them the runtime reserves by the
 * size of the machine. Every launcher sets them, because that is only possible before a process begins. They hold
 * neither spaces nor quotes: they go into shell scripts as they are.
 *
 * The heap's bound is far above what an agent needs (35 MB with 50,000 counters) and makes V8 collect before it grows.
 * An answer of the engine comes in pieces of 16 kB and more: at and above that size, glibc gives memory back to the
 * system when it is freed, instead of keeping tens of megabytes in holes; musl does so anyway.
 */
export const agentNodeOptions = ['--max-semi-space-size=2', '--max-old-space-size=512'] as const;
export const agentEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '65536',
} as const;
