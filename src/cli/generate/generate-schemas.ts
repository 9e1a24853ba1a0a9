import { writeFile } from 'node:fs/promises';
import { renderSchemas } from './render-schemas.ts';

/** Writes schemas/*.schema.json anew; `npm run generate` runs this after a change of the declarations. */
for (const [file, text] of Object.entries(renderSchemas())) {
  await writeFile(new URL(`../../../schemas/${file}`, import.meta.url), text);
}
