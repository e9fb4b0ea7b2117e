import { isIPv4, isIPv6 } from 'node:net';
import type { Hysteria2, LineSecrets, Reality, ResolvedLine, VmessWs } from './model.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
const BASE64_16 = /^[A-Za-z0-9+/]{21}[AQgw]==$/;
const BASE64URL_32 = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const SHORT_ID = /^(?:[0-9a-f]{2}){1,8}$/i;
/** One certificate in PEM (RFC 7468). */
const PEM_CERTIFICATE = /^-----BEGIN CERTIFICATE-----\n(?:[A-Za-z0-9+/=]{1,76}\n)+-----END CERTIFICATE-----\n?$/;
const SHA256_HEX = /^[0-9a-f]{64}$/i;
/** A path as a URL carries it: no white space, no quotes, no query to confuse readers of early data. */
const WS_PATH = /^\/[A-Za-z0-9._~!$&'()*+;:@%/-]*$/;

const isHostName = (text: string): boolean => HOST_NAME.test(text);

/** Whether a text can stand as the address of a server: an IP address without brackets and zone, or a host name. */
export const isServer = (text: string): boolean =>
  isIPv4(text) || (isIPv6(text) && !text.includes('%')) || isHostName(text);

/** The first of the checks that failed. */
const firstFailed = (...checks: readonly (readonly [passed: boolean, problem: string])[]): string | null =>
  checks.find(([passed]) => !passed)?.[1] ?? null;

const webSocketProblem = ({ path, host, tls }: VmessWs): string | null =>
  firstFailed(
    [WS_PATH.test(path), 'bad WebSocket path'],
    [host === null || isServer(host), 'bad host name'],
    [!tls || host !== null, 'TLS without a host name'],
  );

const realityProblem = ({ publicKey, shortId, serverName }: Reality): string | null =>
  firstFailed(
    [BASE64URL_32.test(publicKey), 'bad REALITY public key'],
    [SHORT_ID.test(shortId), 'bad REALITY short id'],
    [isHostName(serverName), 'bad server name'],
  );

const hysteriaProblem = ({ serverName, pin, certificate }: Hysteria2): string | null =>
  firstFailed(
    [isServer(serverName), 'bad server name'],
    [pin === null || SHA256_HEX.test(pin), 'bad certificate pin'],
    [certificate === null || PEM_CERTIFICATE.test(certificate), 'bad certificate'],
  );

const secretProblem = (line: LineSecrets): string | null => {
  switch (line.protocol) {
    case 'vmesh_tcp':
    case 'compat':
      return null;
    case 'vmesh_ws':
      return webSocketProblem(line);
    case 'ss':
      return firstFailed([BASE64_16.test(line.serverKey), 'server key is not base64 of 16 bytes']);
    case 'h2':
      return hysteriaProblem(line);
    case 'reality':
      return realityProblem(line);
  }
};

/**
 * Why a line cannot go into any document, or null. Clients refuse a whole document for one such line, so it is left out
 * and reported instead.
 */
export const problemOf = (line: ResolvedLine): string | null => {
  const { id, num, name, server, port } = line;
  const shared = firstFailed(
    [UUID.test(id) && Number.isSafeInteger(num), 'bad id'],
    [name !== '' && name.isWellFormed(), 'no name'],
    [server !== '', 'no address'],
    [isServer(server), 'bad address'],
    [Number.isInteger(port) && port >= 1 && port <= 65_535, 'bad port'],
  );
  return shared ?? secretProblem(line);
};
