import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { renderRuleDocs } from '../rule-pages/render-rule-docs.ts';

/** Writes docs/rules anew, without the pages of rules that are gone; `npm run generate` runs this after a change of the rules. */
const folder = new URL('../../../docs/rules/', import.meta.url);
const pages = renderRuleDocs();
await mkdir(folder, { recursive: true });
for (const file of await readdir(folder)) if (!Object.hasOwn(pages, file)) await rm(new URL(file, folder));
for (const [file, text] of Object.entries(pages)) await writeFile(new URL(file, folder), text);
