import type { OpenapiDocument, PathNode } from '#openapi/model.ts';
import { shapeOfPath } from '#openapi/path-segment.ts';
import { indexFirst, oncePerDocument } from '#compiler/rule/once-per.ts';

/** The path of a document with the same template, whatever the names of its parameters. */
export function findPath(document: OpenapiDocument, template: string): PathNode | undefined {
  return pathsByShape(document).get(shapeOfPath(template));
}

const pathsByShape = oncePerDocument(({ paths }) => indexFirst(paths, ({ shape }) => shape));
