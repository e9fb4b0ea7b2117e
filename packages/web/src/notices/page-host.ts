import { HostInfo } from '@skyport/contract/notices';

/**
 * What the page's own answer says of the host; undefined where it says nothing, because something else than our server
 * gave it out, or says it as another version would.
 */
export const pageHost = (): HostInfo | undefined => {
  const said = document.querySelector('meta[name="skyport-host"]')?.getAttribute('content');
  if (!said) return undefined;
  try {
    return HostInfo.safeParse(JSON.parse(said)).data;
  } catch {
    return undefined;
  }
};
