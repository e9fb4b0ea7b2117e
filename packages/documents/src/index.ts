export { addressSpread } from './address.ts';
export { speaks } from './capability.ts';
export { credentialFor, credentialMaker, userUuid } from './credential.ts';
export { documentHeaders } from './headers.ts';
export type { HeaderInput } from './headers.ts';
export { linkOf } from './links.ts';
export { builtKinds, isBuiltKind, kinds } from './model.ts';
export type {
  BuiltKind,
  Kind,
  LineSource,
  PublicSecrets,
  ResolvedLine,
  SourceEntry,
  SourceLine,
  SourceNode,
  Viewer,
} from './model.ts';
export { cleanName } from './names.ts';
export { parseLink } from './parse-links.ts';
export type { LinkContent } from './parse-links.ts';
export { credentialsOf, renderPlaceholder, renderTemplate } from './render.ts';
export type { Dropped, LineSlot, PlaceholderReason, RenderContext, Rendered } from './render.ts';
export { mayUseLine, resolveLines } from './resolve.ts';
export type { Switches } from './rules/groups.ts';
export { fill, fillBytes, template } from './template.ts';
export type { Part, Template } from './template.ts';
export { clientOf } from './user-agent.ts';
export type { Client, Family, SingboxTier } from './user-agent.ts';
