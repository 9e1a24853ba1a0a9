import { type JsonObject, valueAt } from '../../../compiled/json.ts';
import { appendPointer, splitPointer, type Place } from '../../../source/place.ts';
import type { Finding } from '../../workspace/finding.ts';
import { memberShape } from '../../workspace/openapi-grammar.ts';
import type { StructuralError } from './find-structural-errors.ts';

/** What a structural error says, and where the fault stands in the sources. */
export function explainStructuralError(
  error: StructuralError,
  contract: JsonObject,
  originOf: (pointer: string) => Place,
): Finding {
  const { instancePath, keyword, params } = error;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const field = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
    const at = originOf(appendPointer(instancePath, field));
    return { at, part: 'key', ...explainUnknownField(field, instancePath) };
  }
  const at = originOf(instancePath);
  const subject = subjectOf(instancePath, contract);
  if (keyword === 'required') {
    const field = String(params['missingProperty']);
    return { at, part: 'key', message: `${subject} lacks its \`${field}\`.`, help: `Add \`${field}\`.` };
  }
  return {
    at,
    message: `${subject} ${explain(error)}.`,
    help: 'See the OpenAPI Specification for what may stand here.',
  };
}

function explainUnknownField(field: string, parent: string): Pick<Finding, 'message' | 'help'> {
  if (parent === '/paths') {
    return { message: `The path \`${field}\` lacks its leading slash.`, help: `Write \`/${field}\`.` };
  }
  const lower = field.toLowerCase();
  if (field !== lower && memberShape('PathItem', lower)?.type === 'Operation') {
    return { message: `The method \`${field}\` is not in lower case.`, help: `Write \`${lower}\`.` };
  }
  return {
    message: `OpenAPI has no field \`${field}\` here.`,
    help: 'Check its spelling and place; extensions begin with `x-`.',
  };
}

function subjectOf(pointer: string, contract: JsonObject): string {
  const path = splitPointer(pointer);
  const name = path.at(-1);
  if (name === undefined) return 'The document';
  const isItem = Array.isArray(valueAt(contract, path.slice(0, -1)));
  return isItem ? `Item ${name} of \`${path.at(-2)}\`` : `\`${name}\``;
}

function explain({ keyword, params, message }: StructuralError): string {
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  return message ?? 'is not what OpenAPI has here';
}
