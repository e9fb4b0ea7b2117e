export { addressSpread } from './address.ts';
export { compile } from './compiled.ts';
export { precompress, type Precompressed } from './precompressed.ts';
export type { Compiled, CredentialPlace, CredentialRow } from './compiled.ts';
export { credentialFor, credentialMaker, credentialWidths } from './credential.ts';
export { documentHeaders } from './headers.ts';
export type { HeaderInput } from './headers.ts';
export { linkOf } from './links.ts';
export { builtKinds, formats, isBuiltKind } from './formats.ts';
export type { BuiltKind } from './formats.ts';
export type { Format } from './format.ts';
export { kinds } from './model.ts';
export type {
  Kind,
  LineSource,
  PublicSecrets,
  ResolvedLine,
  SourceEntry,
  SourceLine,
  SourceNode,
  Viewer,
} from './model.ts';
export { cleanName } from '@skyport/contract/names';
export { credentialsOf, renderPlaceholder, renderTemplate, speaks } from './render.ts';
export type { Dropped, LineSlot, PlaceholderReason, RenderContext, Rendered } from './render.ts';
export { mayUseLine, resolveLines } from './resolve.ts';
export { defaultRules } from './rules/default.ts';
export { describeFilter, ruleListFile } from './rules/files.ts';
export type { RuleFileFormat } from './rules/files.ts';
export { groupNamesOf, planOf } from './rules/plan.ts';
export type { Switches } from './rules/plan.ts';
export { fill, template } from './template.ts';
export type { Fields, PersonalText, Part, Template } from './template.ts';
export { clientAppOf, kindFor } from './user-agent.ts';
export type { Client, Family, SingboxTier } from './user-agent.ts';
export { isServer } from './validate.ts';
