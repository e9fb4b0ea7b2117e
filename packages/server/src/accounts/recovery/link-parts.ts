import { LinkKind } from '@skyport/contract/subscription';

/** Whose link it claims to be, and the key in it. */
export interface LinkParts {
  readonly userId: string;
  readonly userkey: string;
}

const LINK_PATH =
  /^\/api\/subscript\/([a-z0-9]{1,20})\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([A-Za-z0-9]{32})(?:&|$)/;

/**
 * What a subscription link says, read by our own path alone; undefined for what is no such link. Its host is not looked
 * at: it may be a domain that served the product before. Some clients glue `&name=…` onto the key.
 */
export const linkPartsOf = (link: string): LinkParts | undefined => {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined;
  const { pathname, username, password } = new URL(link);
  if (username || password) return undefined;
  const [, kind, userId, userkey] = LINK_PATH.exec(pathname) ?? [];
  if (!LinkKind.safeParse(kind).success || userId === undefined || userkey === undefined) return undefined;
  return { userId, userkey };
};
