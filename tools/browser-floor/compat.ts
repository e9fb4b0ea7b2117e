import compatData, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' };
import { browserFloor } from '../../packages/web/browser-floor.ts';

/** A built-in of the language or the web that some browser at the floor does not have. */
export interface NewBuiltIn {
  /** The global object, constructor or interface. */
  readonly owner: string;
  /** A static or instance member; absent when the global itself is new. */
  readonly member?: string;
}

/** Browsers of the compatibility data, each with the version that is the floor. */
const floors: readonly (readonly [keyof CompatStatement['support'], string])[] = [
  ['chrome', browserFloor.chrome],
  ['chrome_android', browserFloor.chrome],
  ['safari', browserFloor.safari],
  ['safari_ios', browserFloor.safari],
];

const isAtMost = (version: string, floor: string): boolean => {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number);
  const [most = 0, mostMinor = 0] = floor.split('.').map(Number);
  return major < most || (major === most && minor <= mostMinor);
};

/** Partial support counts as support. */
const hasBy = (floor: string, { version_added: added, version_removed: removed, ...how }: SimpleSupportStatement) =>
  typeof added === 'string' &&
  added !== 'preview' &&
  !(typeof removed === 'string' && isAtMost(removed, floor)) &&
  !how.flags &&
  !how.prefix &&
  !how.alternative_name &&
  isAtMost(added, floor);

/** Browsers of desks: phones have no cursor and no scroll bars. */
export const desktops = floors.filter(([browser]) => !browser.includes('_'));

/** Whether every browser at the floor has the feature. */
export const isInFloor = ({ support }: CompatStatement, browsers = floors): boolean =>
  browsers.every(([browser, floor]) => [support[browser] ?? []].flat().some((statement) => hasBy(floor, statement)));

/** Features below a folder of the data, by name. */
export const featuresOf = (folder: Identifier | undefined): (readonly [string, Identifier])[] =>
  Object.entries(folder ?? {}).flatMap(([name, inner]) =>
    name === '__compat' ? [] : [[name, inner as Identifier] as const],
  );

/** The names below a feature. Events, options and behaviours have an underscore: they are no names. */
const membersOf = (feature: Identifier): (readonly [string, CompatStatement])[] =>
  featuresOf(feature).flatMap(([key, { __compat: compat }]) => {
    const name = key.replace(/_static$/, '');
    return compat && /^[A-Za-z][A-Za-z0-9]*$/.test(name) ? [[name, compat] as const] : [];
  });

const { builtins } = compatData.javascript;
const features = [builtins, builtins?.['Intl'], compatData.api as Identifier].flatMap(featuresOf);

const isNew = ({ __compat: compat }: Identifier): boolean => compat !== undefined && !isInFloor(compat);

/** Every built-in that is newer than the floor. */
export const newBuiltIns: readonly NewBuiltIn[] = features.flatMap(([owner, feature]): NewBuiltIn[] =>
  isNew(feature)
    ? [{ owner }]
    : membersOf(feature).flatMap(([member, compat]) =>
        isInFloor(compat) || member === owner ? [] : [{ owner, member }],
      ),
);

/** Members that objects of the floor have: such a name alone does not say that a built-in is new. */
export const oldMembers: ReadonlySet<string> = new Set(
  features
    .filter(([, feature]) => !isNew(feature))
    .flatMap(([, feature]) => membersOf(feature).flatMap(([member, compat]) => (isInFloor(compat) ? [member] : []))),
);
