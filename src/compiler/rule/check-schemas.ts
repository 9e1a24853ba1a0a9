import type { OpenapiNode } from '#openapi/model.ts';
import type { DefinitionChecks, DefinitionFinding } from './definition-checks.ts';

/** For most schemas, of which a document has very many: the same list each time, so that nothing is made for them. */
export const noFindings: readonly DefinitionFinding[] = [];

/** The checks of a rule that looks at the keywords of every schema. In Swagger 2.0 a parameter or a header is one. */
export function checkSchemas(find: (schema: OpenapiNode) => readonly DefinitionFinding[]): DefinitionChecks {
  return {
    schema(schema, { report }) {
      for (const finding of find(schema)) report(finding);
    },
    parameter(parameter, { report }) {
      if (parameter.document.isSwagger) for (const finding of find(parameter)) report(finding);
    },
    header(header, { report }) {
      if (header.document.isSwagger) for (const finding of find(header)) report(finding);
    },
  };
}
