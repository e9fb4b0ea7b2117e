import { z } from 'zod';

/**
 * Messages of an installation: code -> names of its values, in the order in which its text in the console names them.
 * `script.*` are results of install.sh, of the same names. `detail` is a program's own message, untranslated.
 */
const messages = {
  // Of the batch.
  panelStopped: [],
  firstFailed: [],
  batchFault: [],
  panelDied: [],
  // Of the run.
  connecting: ['account'],
  done: [],
  replaced: [],
  nodeDeleted: [],
  stopping: [],
  fault: [],
  newJournal: ['epoch'],
  notWell: [],
  rollingBack: ['version'],
  rolledBack: ['version'],
  rollbackNotWell: [],
  wentBackNotWell: [],
  dataKept: ['folder'],
  billingUnknown: ['detail'],
  unbilled: [],
  // Of the connection.
  privateAddress: ['host'],
  noAnswer: ['address'],
  unreachable: ['address', 'detail'],
  noHostKey: [],
  loginRefused: [],
  handshakeTimeout: [],
  keyKindGone: [],
  privateKeyUnreadable: [],
  sshFailed: ['detail'],
  connectionLost: [],
  lostAtLogin: [],
  noCommands: [],
  commandTimeout: [],
  transferTimeout: [],
  notWritable: ['path', 'detail'],
  aborted: [],
  // Of the host key and the log-in.
  hostKeyShown: ['kind', 'fingerprint'],
  firstContact: [],
  hostKeyMissing: [],
  hostKeyChanged: ['approved', 'shown'],
  keyNotTaken: [],
  secretMissing: [],
  passwordInstead: [],
  passwordKept: [],
  passwordErased: [],
  // Of the preflight check.
  noShell: [],
  server: ['system', 'folder', 'version', 'freeMegabytes'],
  wrongProcessor: ['serverType', 'arch'],
  kitIncomplete: ['cpu', 'libc', 'parts'],
  foreign: ['folder', 'owner'],
  clockFarOff: [],
  clockOff: ['seconds'],
  diskTooSmall: ['neededMegabytes', 'freeMegabytes'],
  portBusy: ['port'],
  linePortsBusy: ['ports'],
  noInit: [],
  // Of sending and of the script.
  folderFailed: ['folder'],
  nothingToSend: [],
  sending: ['file', 'version', 'megabytes'],
  warpSent: [],
  scriptFrom: ['address', 'sha256'],
  scriptNotFetched: ['address', 'detail'],
  otherRuns: [],
  scriptFailed: ['code'],
  'script.no_space': ['detail'],
  'script.write': ['detail'],
  'script.checksum': ['detail'],
  'script.missing_part': ['detail'],
  'script.arch': ['detail'],
  'script.node_missing': [],
  'script.node_old': ['detail'],
  'script.node_unusable': [],
  'script.engine_unusable': [],
  'script.locked': [],
  'script.foreign': ['detail'],
  'script.port_busy': ['detail'],
  'script.unhealthy': [],
  'script.rolled_back': ['detail'],
  'script.rollback_failed': ['detail'],
  'script.no_previous': [],
  'script.nothing_installed': [],
  'script.no_code': [],
  'script.not_root': [],
  // Of the agent that was installed.
  waitingForAgent: [],
  enrolled: [],
  enrolmentFailed: ['problem', 'detail'],
  portUnreachable: ['port', 'problem', 'detail'],
  wellNow: ['agentVersion', 'engineVersion', 'epoch'],
  engineStopped: ['detail'],
  agentSilent: ['detail'],
} as const satisfies Record<string, readonly string[]>;

type Messages = typeof messages;

/** Name of something that an installation says. */
export type InstallCode = keyof Messages;

/** A tuple with a value for each name. */
type Named<Names extends readonly string[], V> = { -readonly [K in keyof Names]: V };

/** As many values as the text of a code names. */
export type InstallValues<C extends InstallCode, V = string> = Named<Messages[C], V>;

/** Longest value that is kept, in characters. */
export const LONGEST_VALUE = 500;

/** Something that an installation says. */
export const InstallMessage = z.object({
  code: z.enum(Object.keys(messages) as [InstallCode, ...InstallCode[]]),
  values: z.array(z.string().max(LONGEST_VALUE)).max(6),
});
export type InstallMessage = z.infer<typeof InstallMessage>;

/** Makes a message; values that are too long are cut. */
export const installMessage = <C extends InstallCode>(
  code: C,
  ...values: InstallValues<C, string | number>
): InstallMessage => ({
  code,
  values: (values as readonly (string | number)[]).map((value) => String(value).slice(0, LONGEST_VALUE)),
});

/** Whether a text is the code of a message. */
export const isInstallCode = (name: string): name is InstallCode => Object.hasOwn(messages, name);

/**
 * Between the time and the message in a line of an installation's log that is the panel's: the message follows as JSON.
 * Lines of programs never begin with it.
 */
export const MESSAGE_MARK = '>> ';
