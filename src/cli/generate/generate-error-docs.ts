import { writeFile } from 'node:fs/promises';
import { renderErrorDocs } from './render-error-docs.ts';

/** Writes docs/errors.md anew; `npm run generate` runs this after a change of the errors. */
await writeFile(new URL('../../../docs/errors.md', import.meta.url), renderErrorDocs());
