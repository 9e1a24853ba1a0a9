import { writeFile } from 'node:fs/promises';
import { renderChangeDocs } from './render-change-docs.ts';

/** Writes docs/changes.md anew; `npm run generate` runs this after a change of the kinds of changes. */
await writeFile(new URL('../../../docs/changes.md', import.meta.url), renderChangeDocs());
