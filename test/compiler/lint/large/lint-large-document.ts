import { lintTexts } from '../lint-texts.ts';
import { largeDocuments } from './large-documents.ts';

/** Lints the document of a name, in JSON or YAML, and prints how many findings there are of each kind. */
const [name = '', format = 'json'] = process.argv.slice(2);
const document = largeDocuments[name]?.();
const diagnostics = await lintTexts(
  { [`openapi.${format}`]: JSON.stringify(document, null, 1) },
  `openapi.${format}`,
);
const counts = Map.groupBy(diagnostics, ({ code, severity }) => `${severity} ${code}`);
console.log(JSON.stringify([...counts].map(([kind, { length }]) => `${length} ${kind}`).toSorted()));
