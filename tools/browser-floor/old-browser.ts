import { newBuiltIns } from './compat.ts';

/*
 * Makes a Chromium as old as the floor. Symbols cannot be deleted.
 */

const inPage = `
  const list = ${JSON.stringify(newBuiltIns)};
  const ownerOf = (name) =>
    name === 'TypedArray' ? Object.getPrototypeOf(Uint8Array) : name === 'Window' ? window : (window[name] ?? Intl[name]);
  /** The objects on which a member is found. */
  const holdersOf = ({ owner, isStatic }) => {
    const object = ownerOf(owner);
    if (object === undefined || object === null) return [];
    const holders = isStatic ? [object] : isStatic === false ? [object.prototype ?? object] : [object, object.prototype];
    return holders.filter(Boolean);
  };
`;

/** A script for the page, before any other: deletes every built-in that is newer than the floor. */
export const deleteNewBuiltIns = `{${inPage}
  for (const one of list)
    if (one.member !== undefined) for (const holder of holdersOf(one)) Reflect.deleteProperty(holder, one.member);
  for (const { owner, member } of list) {
    if (member !== undefined) continue;
    Reflect.deleteProperty(window, owner);
    Reflect.deleteProperty(Intl, owner);
  }
}`;

/** An expression for the page: names of built-ins that are still there, without symbols. */
export const leftOver = `(() => {${inPage}
  return list
    .filter(({ owner }) => owner !== 'Symbol')
    .filter((one) =>
      one.member === undefined
        ? ownerOf(one.owner) !== undefined
        : holdersOf(one).some((holder) => Object.hasOwn(holder, one.member)),
    )
    .map(({ owner, member }) => (member === undefined ? owner : owner + '.' + member));
})()`;
