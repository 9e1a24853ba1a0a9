import { stringify } from 'yaml';
import { lintTexts } from '../lint-texts.ts';
import { largeDocuments } from './large-documents.ts';

/** Prints how many findings of each kind there are in the document of a name, written in JSON or in YAML. */
const [name = '', format = 'json'] = process.argv.slice(2);
const document = largeDocuments[name]?.();
const text =
  format === 'json' ? JSON.stringify(document) : stringify(document, { aliasDuplicateObjects: false });
const diagnostics = await lintTexts({ [`openapi.${format}`]: text }, `openapi.${format}`);
const counts = Map.groupBy(diagnostics, ({ code, severity }) => `${severity} ${code}`);
process.stdout.write(JSON.stringify([...counts].map(([kind, { length }]) => `${length} ${kind}`).toSorted()));
