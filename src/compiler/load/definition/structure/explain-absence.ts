import { isJsonObject, valueAt, type Json } from '#compiled/json.ts';
import { shapeAt } from '#openapi/grammar.ts';
import { splitPointer } from '#source/place.ts';
import type { ExplainedValue } from './explain-value.ts';
import type { StructuralError } from '../../validators/fits-openapi.ts';

/** Explains which member an object lacks; undefined for errors of other kinds. */
export function explainAbsence(
  { instancePath, keyword, params }: StructuralError,
  document: Json,
): ExplainedValue | undefined {
  const path = splitPointer(instancePath);
  const shape = shapeAt('Document', path);
  const isOfResponses = shape?.as === 'map' && shape.type === 'Response';
  if (isOfResponses && (keyword === 'required' || keyword === 'minProperties')) {
    const value = valueAt(document, path);
    const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
    return { demand: isEmpty ? 'is empty' : 'contains no response', help: addResponse };
  }
  if (keyword !== 'required') return undefined;
  const missing = String(params['missingProperty']);
  if (missing === 'operationRef') return ofLink;
  return { demand: `lacks its \`${missing}\``, help: `Add \`${missing}\`.` };
}

const addResponse = 'Add a response for a status such as `200`, or `default`.';

const ofLink: ExplainedValue = {
  demand: 'lacks its `operationId`',
  help: 'Add `operationId`, or `operationRef` for an operation in another document.',
};
