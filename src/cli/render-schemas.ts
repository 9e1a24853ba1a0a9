import { kindSchemas } from '../compiler/declaration/kinds.ts';

/** The JSON Schema of each kind of declaration for editors, by file name: `api.schema.json`. */
export function renderSchemas(): Readonly<Record<string, string>> {
  const files = Object.entries(kindSchemas).map(([kind, schema]) => {
    const document = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: `Gatewright ${kind}`,
      ...schema,
    };
    return [`${kind.toLowerCase()}.schema.json`, JSON.stringify(document, null, 2) + '\n'] as const;
  });
  return Object.fromEntries(files);
}
