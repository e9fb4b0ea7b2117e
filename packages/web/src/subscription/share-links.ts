/** One node's link out of a subscription document. */
export interface ShareLink {
  readonly uri: string;
  /** Scheme of the link, e.g. `vmess`. */
  readonly protocol: string;
  /** What the node is called; the link's host where it carries no name. */
  readonly name: string;
}

/** UTF-8 text of base64 in either alphabet, with or without padding; undefined for anything else. */
const decoded = (text: string): string | undefined => {
  try {
    const bytes = atob(text.trim().replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `vmess://` holds JSON with the name as `ps`, and for Quantumult a line that begins with the name. */
const vmessName = (rest: string): string | undefined => {
  const inside = decoded(rest);
  if (inside === undefined) return undefined;
  if (!inside.startsWith('{')) return inside.split(' = ')[0];
  try {
    const { ps } = JSON.parse(inside) as { ps?: unknown };
    return typeof ps === 'string' ? ps : undefined;
  } catch {
    return undefined;
  }
};

const nameOf = (protocol: string, rest: string): string => {
  if (protocol === 'vmess') return vmessName(rest) ?? protocol;
  const [address = '', fragment = ''] = rest.split('#', 2);
  return unescaped(fragment) || (address.split('@').at(-1) ?? '') || protocol;
};

/** The links of a list document, which is base64 or bare; empty for documents of another shape. */
export const shareLinks = (body: string): readonly ShareLink[] => {
  const list = body.includes('://') ? body : (decoded(body) ?? '');
  return list.split(/\r?\n/).flatMap((line) => {
    const [, protocol, rest] = /^([a-z0-9]+):\/\/(\S+)$/.exec(line.trim()) ?? [];
    if (protocol === undefined || rest === undefined) return [];
    return [{ uri: line.trim(), protocol, name: nameOf(protocol, rest) }];
  });
};
