import type { JsonObject } from '#compiled/json.ts';
import type { OperationCounts } from '#compiled/api-report.ts';
import type { BodyNode, OpenapiDocument, OperationNode, SchemaNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { oncePer } from '#compiler/rule/once-per.ts';

/** The nesting limit of schemas; examples are not searched for in deeper schemas. */
const maxDepth = 50;

class ExampleSearch {
  readonly #known = new Map<SchemaNode, boolean>();

  isIllustrated(schema: SchemaNode | undefined, depth: number): boolean {
    if (!schema || depth > maxDepth) return false;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // Assume that a schema that contains itself is explained, so that only its other parts count.
    this.#known.set(schema, true);
    const result = hasOwnExample(schema) || this.#hasIllustratedParts(schema, depth + 1);
    this.#known.set(schema, result);
    return result;
  }

  #hasIllustratedParts({ isArray, items, alternatives, properties }: SchemaNode, depth: number): boolean {
    if (isArray) return this.isIllustrated(items, depth);
    if (alternatives.length > 0) return alternatives.some((one) => this.isIllustrated(one, depth));
    const members = [...properties.values()];
    return members.length > 0 && members.every((member) => this.isIllustrated(member.schema, depth));
  }
}

/** How many operations of a bundled OpenAPI document are described, and have examples. */
export const countOperations = oncePer((contract: JsonObject) => countOperationsIn(openDocument(contract)));

/** Counts the operations of an open document. */
export function countOperationsIn({ operations }: OpenapiDocument): OperationCounts {
  const bodies = operations.map(shownBodies).filter(({ length }) => length > 0);
  return {
    all: operations.length,
    described: operations.filter(isDescribed).length,
    withBodies: bodies.length,
    withExamples: bodies.filter((ofOne) => ofOne.every(isIllustrated)).length,
  };
}

function isDescribed(operation: OperationNode): boolean {
  return ['summary', 'description'].some((key) => operation.text(key)?.trim());
}

/** The bodies that callers must know: those of requests and of successful responses. */
function shownBodies({ requestBodies, responses }: OperationNode): readonly BodyNode[] {
  const answers = responses.filter(({ isSuccess }) => isSuccess).flatMap(({ bodies }) => bodies);
  return [...requestBodies, ...answers].filter(({ isJson, isXml }) => isJson || isXml);
}

/** Whether a body has an example: its own, one of its schema, or one of every part of its schema. */
function isIllustrated({ examples, schema }: BodyNode): boolean {
  return examples.length > 0 || new ExampleSearch().isIllustrated(schema, 0);
}

/** Whether a schema explains itself: by an example, a fixed value, a list of values, or as a boolean. */
function hasOwnExample(schema: SchemaNode): boolean {
  return (
    schema.parts.some(({ examples }) => examples.length > 0) ||
    schema.isOnly('boolean') ||
    ['const', 'enum'].some((name) => schema.keyword(name) !== undefined)
  );
}
