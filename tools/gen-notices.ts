import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/**
 * Third-party notices of what the product ships or runs with, from the lockfile: name, version and licence of every
 * package that is not only for development, with the licence text the package brings.
 */
interface LockEntry {
  version?: string;
  dev?: boolean;
  license?: string;
  link?: boolean;
  os?: string[];
}

const licenceText = (dir: string): string => {
  if (!existsSync(dir)) return '';
  const file = readdirSync(dir).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file ? readFileSync(join(dir, file), 'utf8').trim() : '';
};

/**
 * The text of THIRD_PARTY_NOTICES.md for a lockfile. Packages for other platforms are left out: nothing of
 * them is installed.
 */
export const notices = (lockText: string): string => {
  const { packages } = JSON.parse(lockText) as { packages: Record<string, LockEntry> };
  const shipped = Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link && !entry.os,
  );
  const byText = new Map<string, string[]>();
  for (const [path, entry] of shipped) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const text =
      licenceText(join(root, path)) || `${entry.license ?? 'Licence'}: the package brings no text of its own.`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${entry.version} (${entry.license ?? 'see text'})`]);
  }
  const parts = [...byText].map(([text, names]) => `## ${names.toSorted().join(', ')}\n\n\`\`\`\n${text}\n\`\`\`\n`);
  return `# Third-party notices\n\nMade from the lockfile by \`npm run docs\`. The engines under \`engines/\` are built from their own modules and keep\ntheir own licences: Xray-core (MPL-2.0) drives nodes; sing-box and mihomo (GPL-3.0) are test tools and never shipped.\nPostgreSQL (PostgreSQL Licence) comes in the bundled server's package.\n\n${parts.toSorted().join('\n')}`;
};

if (import.meta.main) {
  writeFileSync(join(root, 'THIRD_PARTY_NOTICES.md'), notices(readFileSync(join(root, 'package-lock.json'), 'utf8')));
}
