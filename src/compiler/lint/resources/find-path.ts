import type { OpenapiDocument, PathNode } from '#openapi/model.ts';
import { shapeOfPath } from '#openapi/path-segment.ts';
import { indexFirst, oncePerDocument } from '#compiler/rule/once-per.ts';

/** The path of a document that has a template, however its parameters are called. */
export function findPath(document: OpenapiDocument, template: string): PathNode | undefined {
  return pathsByShape(document).get(shapeOfPath(template));
}

const pathsByShape = oncePerDocument(({ paths }) => indexFirst(paths, ({ shape }) => shape));
