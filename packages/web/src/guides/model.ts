import type { Platform } from '@skyport/contract/devices';
import type { ClientApp } from '@skyport/contract/client-links';
import type { GuidePath } from './routes.ts';

/** What a step is about; its usual heading comes from `texts.ts`. */
export type StepKind = 'download' | 'import' | 'manual' | 'proxy' | 'pick' | 'extra' | 'trouble';

/** What the buttons of a step do. */
export type Act = 'download' | 'import' | 'copy' | 'qr';

/** One line of a drawn window. `tap` numbers the places to press, in their order. */
export type SketchRow = { readonly tap?: number } & (
  | { readonly kind: 'row'; readonly label: string; readonly value?: string }
  | { readonly kind: 'switch'; readonly label: string; readonly on: boolean }
  | { readonly kind: 'field'; readonly label: string; readonly value: string }
  | { readonly kind: 'button'; readonly label: string }
  | { readonly kind: 'node'; readonly label: string; readonly ms: number; readonly chosen?: boolean }
);

/** A schematic window of a client. */
export interface Sketch {
  readonly frame: 'phone' | 'desk';
  /** What stands in its title bar. */
  readonly title: string;
  /** Its pages: at the left of a desk window, at the bottom of a phone's. */
  readonly pages?: readonly string[];
  /** The page that is open. */
  readonly page?: string;
  readonly rows: readonly SketchRow[];
}

/** One numbered step of a guide. */
export interface Step {
  readonly kind: StepKind;
  /** Instead of the usual heading of its kind. */
  readonly title?: string;
  /** What to do, one action a line. */
  readonly text: readonly string[];
  readonly acts?: readonly Act[];
  readonly sketch?: Sketch;
}

/** How one client is installed and used. Title and description are those of its route. */
export interface Guide {
  readonly path: GuidePath;
  readonly client: string;
  readonly app: ClientApp;
  readonly platforms: readonly Platform[];
  /** What stands beside the title: version, or what it needs. */
  readonly notes: readonly string[];
  readonly intro: string;
  readonly steps: readonly Step[];
}
