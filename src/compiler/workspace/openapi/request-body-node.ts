import type { JsonObject } from '../../../compiled/json.ts';
import { bodiesOfContent, bodiesOfForm, bodiesOfSwagger, type BodyNode } from './body-node.ts';
import { OpenapiNode } from './openapi-node.ts';
import type { Located } from './openapi-view.ts';
import type { OperationNode } from './operation-node.ts';
import type { ParameterNode } from './parameter-node.ts';

const structural: ReadonlySet<string> = new Set(['$ref', 'name', 'in', 'required', 'content', 'schema']);

interface RequestBodyOptions extends Located {
  readonly operation: OperationNode;
  readonly isRequired: boolean;
  /** The pointer of what declares it in the operation. */
  readonly usedAtPointer: string;
  /** One for each media type. */
  readonly bodies: readonly BodyNode[];
}

/** The body that requests of an operation may have (OpenAPI 3.1, section 4.8.13). */
export class RequestBodyNode extends OpenapiNode {
  readonly isRequired: boolean;
  readonly usedAtPointer: string;
  readonly bodies: readonly BodyNode[];

  constructor({ operation, value, trail, isRequired, usedAtPointer, bodies }: RequestBodyOptions) {
    super(operation.view, value, trail);
    this.isRequired = isRequired;
    this.usedAtPointer = usedAtPointer;
    this.bodies = bodies;
  }

  /** The members that are for people; a form of Swagger 2.0 has none but those of its fields. */
  get documentation(): JsonObject {
    if (this.text('in') === 'formData') return {};
    return this.view.documentationOf(this.value, (name) => !structural.has(name));
  }
}

/** Reads a Request Body Object. */
export function readRequestBody(operation: OperationNode, declared: Located): RequestBodyNode {
  return new RequestBodyNode({
    ...declared,
    operation,
    isRequired: declared.value['required'] === true,
    usedAtPointer: operation.pointerTo('requestBody'),
    bodies: bodiesOfContent(operation, undefined, declared),
  });
}

/** In Swagger 2.0 a parameter is the whole body, or each of several is a field of a form. */
export function readSwaggerBody(
  operation: OperationNode,
  parameters: readonly ParameterNode[],
): RequestBodyNode | undefined {
  const whole = parameters.find(({ location }) => location === 'body');
  const fields = whole ? [] : parameters.filter(({ location }) => location === 'formData');
  const declared = whole ?? fields[0];
  if (!declared) return undefined;
  return new RequestBodyNode({
    operation,
    value: declared.value,
    trail: declared.trail,
    isRequired: whole ? whole.isRequired : fields.some(({ isRequired }) => isRequired),
    usedAtPointer: declared.usedAtPointer,
    bodies: whole ? bodiesOfSwagger(operation, undefined, whole) : bodiesOfForm(operation, fields),
  });
}
