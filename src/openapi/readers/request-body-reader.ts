import type { JsonObject } from '#compiled/json.ts';
import { bodiesOfContent, bodiesOfForm, bodiesOfSwagger } from './body-reader.ts';
import type { BodyNode, OperationNode, ParameterNode, RequestBodyNode } from '../model.ts';
import { NodeReader } from './node-reader.ts';
import type { Located } from '../plain-parts.ts';
import { pathTo, pointerOf, type ValuePath } from '../value-path.ts';

const structural: ReadonlySet<string> = new Set(['$ref', 'name', 'in', 'required', 'content', 'schema']);

interface RequestBodyOptions extends Located {
  readonly operation: OperationNode;
  readonly isRequired: boolean;
  readonly usedAt: ValuePath | undefined;
  readonly bodies: readonly BodyNode[];
}

/** The body that requests of an operation may have (OpenAPI 3.1, section 4.8.13). */
class RequestBodyReader extends NodeReader implements RequestBodyNode {
  readonly isRequired: boolean;
  readonly bodies: readonly BodyNode[];
  readonly #usedAt: ValuePath | undefined;

  constructor({ operation, value, valuePath, isRequired, usedAt, bodies }: RequestBodyOptions) {
    super(operation.document, value, valuePath);
    this.isRequired = isRequired;
    this.bodies = bodies;
    this.#usedAt = usedAt;
  }

  get usedAtPointer(): string {
    return pointerOf(this.#usedAt);
  }

  get documentation(): JsonObject {
    if (this.text('in') === 'formData') return {};
    return this.document.documentationOf(this.value, (name) => !structural.has(name));
  }
}

/** Reads a Request Body Object. */
export function readRequestBody(operation: OperationNode, declared: Located): RequestBodyNode {
  return new RequestBodyReader({
    ...declared,
    operation,
    isRequired: declared.value['required'] === true,
    usedAt: pathTo(operation.valuePath, 'requestBody'),
    bodies: bodiesOfContent(operation, undefined, declared),
  });
}

/** Reads the request body of Swagger 2.0: one parameter is the whole body, or each of several is a field of a form. */
export function readSwaggerBody(
  operation: OperationNode,
  parameters: readonly ParameterNode[],
): RequestBodyNode | undefined {
  const whole = parameters.find(({ location }) => location === 'body');
  const fields = whole ? [] : parameters.filter(({ location }) => location === 'formData');
  const declared = whole ?? fields[0];
  if (!declared) return undefined;
  return new RequestBodyReader({
    operation,
    value: declared.value,
    valuePath: declared.valuePath,
    isRequired: whole ? whole.isRequired : fields.some(({ isRequired }) => isRequired),
    usedAt: declared.usedAt,
    bodies: whole ? bodiesOfSwagger(operation, undefined, whole) : bodiesOfForm(operation, fields),
  });
}
