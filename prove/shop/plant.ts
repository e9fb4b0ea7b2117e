import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { weaknessOf } from './all-weaknesses.ts';

/*
 * Loaded before a server process: changes the source of the product as the weakness in WEAKNESS says, while it is being
 * loaded. Nothing is changed on disk.
 */

const { changes } = weaknessOf(process.env['WEAKNESS'] ?? '');

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.startsWith('file:')) return loaded;
    const mine = changes.filter(({ file }) => fileURLToPath(url).endsWith(file));
    if (mine.length === 0) return loaded;
    const source = mine.reduce(
      (text, { file, from, to }) => {
        // A weakness that is not there would be caught by nothing, and prove nothing.
        if (!text.includes(from)) throw new Error(`${file} has not the place of the weakness`);
        return text.replace(from, () => to);
      },
      readFileSync(fileURLToPath(url), 'utf8'),
    );
    return { ...loaded, source };
  },
});
