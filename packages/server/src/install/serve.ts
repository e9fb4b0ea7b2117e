import { join } from 'node:path';
import { serverTypes } from '@skyport/contract/nodes-rules';
import type { Deps } from '../platform/deps.ts';
import type { InstallFile, InstallRoute } from '../platform/install-route.ts';
import { kitFolder, readKit } from '../platform/node-kit.ts';
import { installScript, sha256Of } from './script.ts';

/** Serves scripts and the kit's files; only names that the manifest holds, and only files that are whole. */
export const createInstallRoute = (deps: Pick<Deps, 'env'>): InstallRoute => {
  const folder = (): string => kitFolder(deps.env);
  return async ({ file, kit, base }) => {
    const found = await readKit(folder());
    if (kit) {
      const listed = found.files.find(({ name }) => name === file);
      return (
        listed && {
          contentType: 'application/octet-stream',
          bytes: listed.bytes,
          body: { path: join(found.folder, listed.name) },
        }
      );
    }
    const [, name, sum] = /^([a-z0-9_]+)\.sh(\.sha256)?$/.exec(file) ?? [];
    const serverType = serverTypes.find((each) => each === name);
    if (!serverType) return undefined;
    const script = installScript(serverType, found, deps.env.PUBLIC_URL || base);
    return textFile(sum === undefined ? script : `${sha256Of(script)}  ${serverType}.sh\n`);
  };
};

const textFile = (text: string): InstallFile => ({
  contentType: 'text/plain; charset=utf-8',
  bytes: Buffer.byteLength(text),
  body: { text },
});
