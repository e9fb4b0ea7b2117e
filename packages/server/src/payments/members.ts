/** Members of an object in JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of an object in JSON; undefined for anything else. */
export const membersOf = (text: string): Members | undefined => {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is a text; else an empty one. */
export const textOf = (data: Members, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

/** A member that is an object; else an empty one. */
export const objectOf = (data: Members, name: string): Members => {
  const value = data[name];
  return isObject(value) ? value : {};
};
