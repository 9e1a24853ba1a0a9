import { ApprovalsFileSchema } from '../../compiler/declaration/approval.ts';
import { IgnoreFileSchema } from '../../compiler/declaration/parts/ignore-entry.ts';
import { kindSchemas, type Kind } from '../../compiler/declaration/kinds.ts';
import { rules } from '../../compiler/lint/rules.ts';
import { historyRules } from '../../compiler/plan/history/history-rules.ts';
import { gatewaySchemaWith } from './rule-settings-schema.ts';
import { schemaFileOf } from './schema-file-of.ts';

/** The JSON Schema of each kind of declaration, of the ignore file and of that of approvals, for editors, by file name: `api.schema.json`. */
export function renderSchemas(): Readonly<Record<string, string>> {
  const schemas = { ...kindSchemas, Gateway: gatewaySchemaWith([...rules, ...historyRules]) };
  const kinds = (Object.keys(schemas) as readonly Kind[]).map((kind) => [
    schemaFileOf(kind),
    renderSchema(kind, schemas[kind]),
  ]);
  return {
    ...Object.fromEntries(kinds),
    'ignore.schema.json': renderSchema('ignore file', IgnoreFileSchema),
    'approvals.schema.json': renderSchema('approvals', ApprovalsFileSchema),
  };
}

/** Without the keyword that is OpenAPI's, and only makes our own messages better. */
function renderSchema(title: string, schema: object): string {
  const { discriminator: _, ...plain } = schema as { readonly discriminator?: unknown };
  const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: `Gatewright ${title}` };
  return `${JSON.stringify({ ...head, ...plain }, null, 2)}\n`;
}
