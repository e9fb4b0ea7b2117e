import type { ClientOptions } from './clients.ts';

/** Where the document makes the client listen, on loopback of its own host. */
export const PROXY_PORT = 7890;
/** Controller of the client, which apps bring themselves and documents therefore do not have. */
export const CONTROL_PORT = 9090;
export const CONTROL_SECRET = 'e2e';

const PROBE = 'https://www.gstatic.com/generate_204';

/**
 * All that tests change in a document before a client gets it:
 * - both: the address that automatic groups measure against, so that nothing leaves this machine;
 * - both: a controller, so that the test can choose a line as a finger does in an app;
 * - sing-box: the tun inbound goes, because it would take over the host's network;
 * - mihomo: the file of names goes, because the panel is in another network, and it would wait for it first.
 */
export const adapt = ({ program, document, host, probeUrl }: Omit<ClientOptions, 'group'>): string => {
  const local = document.replaceAll(PROBE, probeUrl);
  const address = `${host.ip}:${CONTROL_PORT}`;
  if (program === 'mihomo') {
    const without = local.replace(/^rule-providers:\n(?: {2}.*\n)+/m, '').replace(/^ {2}- "RULE-SET,.*"\n/gm, '');
    return `${without}\nexternal-controller: '${address}'\nsecret: ${CONTROL_SECRET}\n`;
  }
  const parsed = JSON.parse(local) as { inbounds: { type: string }[]; experimental?: object };
  parsed.inbounds = parsed.inbounds.filter(({ type }) => type !== 'tun');
  parsed.experimental = {
    ...parsed.experimental,
    clash_api: { external_controller: address, secret: CONTROL_SECRET },
  };
  return JSON.stringify(parsed);
};
