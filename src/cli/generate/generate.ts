import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { renderRegistries } from './render-registries.ts';
import { renderTexts } from './render-texts.ts';

/**
 * Writes all generated files: `npm run generate` runs this after a change of declarations, rules, errors, kinds of
 * changes, Lua files or templates.
 */
const root = new URL('../../../', import.meta.url);
await writeAll('src/', await renderTexts());
await writeAll('src/compiler/', renderRegistries());

// The modules below import the files above, so they are loaded after these files are written.
const { renderRuleDocs } = await import('../rule-pages/render-rule-docs.ts');
const { renderChangeDocs } = await import('./render-change-docs.ts');
const { renderErrorDocs } = await import('./render-error-docs.ts');
const { renderEnvoyDocs } = await import('./render-envoy-docs.ts');
const { renderManPage } = await import('./render-man-page.ts');
const { loadCommands } = await import('../commands.ts');
const { renderSchemas } = await import('../new-repository/render-schemas.ts');

await writeAll('schemas/', renderSchemas());
await writeAll('docs/', {
  'errors.md': renderErrorDocs(),
  'changes.md': renderChangeDocs(),
  'envoy.md': renderEnvoyDocs(),
});
await writeAll('man/', { 'gatewright.1': renderManPage(await loadCommands()) });
const pages = renderRuleDocs();
await writeAll('docs/rules/', pages);
await removeOthers('docs/rules/', pages);

/** Writes the files that differ, and prints their names. */
async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(new URL(folder, root), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    const at = new URL(folder + file, root);
    if ((await readFile(at, 'utf8').catch(() => undefined)) === text) continue;
    await writeFile(at, text);
    process.stdout.write(`changed ${folder}${file}\n`);
  }
}

async function removeOthers(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const file of await readdir(new URL(folder, root)))
    if (!Object.hasOwn(files, file)) {
      await rm(new URL(folder + file, root));
      process.stdout.write(`deleted ${folder}${file}\n`);
    }
}
