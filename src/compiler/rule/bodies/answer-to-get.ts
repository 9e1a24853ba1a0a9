import type { BodyNode, SchemaNode } from '../../../openapi/model.ts';
import { oncePerDocument } from '../once-per.ts';

/** JSON that an API may lay out as it likes: plain, HAL, or a vendor's own. */
const ownFormat = /^application\/(json|hal\+json|prs\.hal-forms\+json|vnd\.[^;]+\+json)\s*(;|$)/i;

/** Vendor media types whose layout is laid down elsewhere, links and collections included. */
const foreignFormat = /^application\/vnd\.(api|geo|siren|collection|mason|uber)\+json/i;

/**
 * The schema of what a GET answers with on success, if that is JSON whose layout is for the API to choose;
 * that of GeoJSON or JSON:API, say, is not.
 */
export function answerToGet(body: BodyNode): SchemaNode | undefined {
  return body.operation.method === 'GET' ? schemaOfSuccess(body) : undefined;
}

/** The same of whatever answers with the resource itself: a GET, and by 200 a PUT or a PATCH of what an identifier names. */
export function answerWithResource(body: BodyNode): SchemaNode | undefined {
  const { operation, response } = body;
  if (operation.method === 'GET') return schemaOfSuccess(body);
  const isChange = ['PUT', 'PATCH'].includes(operation.method) && response?.status === '200';
  return isChange && operation.path.segments.at(-1)?.form !== 'static' ? schemaOfSuccess(body) : undefined;
}

function schemaOfSuccess({ response, mediaType, schema }: BodyNode): SchemaNode | undefined {
  const isOwn = ownFormat.test(mediaType) && !foreignFormat.test(mediaType);
  return response?.isSuccess && isOwn ? schema : undefined;
}

/** A body that answers a GET, and its schema. */
export interface AnswerToGet {
  readonly body: BodyNode;
  readonly schema: SchemaNode;
}

/** What all GETs of a document answer with. */
export const answersToGets = oncePerDocument(({ operations }): readonly AnswerToGet[] =>
  operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ bodies }) => bodies)
    .flatMap((body) => {
      const schema = answerToGet(body);
      return schema ? [{ body, schema }] : [];
    }),
);
