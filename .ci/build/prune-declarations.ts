import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';

/**
 * Removes the declaration files in a folder that one of them does not import, in one step or several, and writes the
 * imports that begin with `#` as relative paths, since the package does not contain the sources that they refer to.
 */
export async function pruneDeclarations(folder: string, entry: string): Promise<void> {
  const kept = new Set<string>();
  const add = async (file: string): Promise<void> => {
    if (kept.has(file) || !existsSync(join(folder, file))) return;
    kept.add(file);
    const text = withRelativeImports(file, await readFile(join(folder, file), 'utf8'));
    await writeFile(join(folder, file), text);
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g)) {
      await add(normalize(join(dirname(file), imported.replace(/\.[jt]s$/, '.d.ts'))));
    }
  };
  await add(entry);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name);
    if (!kept.has(path.slice(folder.length + 1))) await rm(path);
  }
}

/** `#compiled/json.ts` in `diagnostic/diagnostic.d.ts` becomes `../compiled/json.js`. */
function withRelativeImports(file: string, text: string): string {
  return text.replaceAll(/(['"])#([^'"]+)\.ts\1/g, (_, quote: string, path: string) => {
    const target = relative(dirname(file), `${path}.js`);
    return `${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
  });
}
