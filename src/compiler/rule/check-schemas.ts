import type { OpenapiNode } from '#openapi/model.ts';
import type { DefinitionChecks, DefinitionFinding } from './definition-checks.ts';

/** A shared empty list, so that the many schemas without findings allocate nothing. */
export const noFindings: readonly DefinitionFinding[] = [];

/**
 * The checks of a rule that reads the keywords of every schema. In Swagger 2.0, parameters and headers have these
 * keywords too.
 */
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
