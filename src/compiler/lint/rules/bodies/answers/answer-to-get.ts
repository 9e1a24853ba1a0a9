import type { BodyNode, SchemaNode } from '#openapi/model.ts';
import { isSuccessful } from '../../../resources/responses.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';

/** JSON that an API may lay out as it likes: plain, HAL, or a vendor's own. */
const ownFormat = /^application\/(json|hal\+json|prs\.hal-forms\+json|vnd\.[^;]+\+json)\s*(;|$)/i;

/** Vendor media types with a layout that is defined elsewhere, links and collections included. */
const foreignFormat = /^application\/vnd\.(api|geo|siren|collection|mason|uber)\+json/i;

/**
 * The schema of a GET's success response in JSON; undefined for formats with a fixed layout, such as GeoJSON and
 * JSON:API.
 */
export function answerToGet(body: BodyNode): SchemaNode | undefined {
  return body.operation.method === 'GET' ? schemaOfSuccess(body) : undefined;
}

/**
 * The schema of a JSON success response that contains the resource itself: the response to a GET, the 200 of a PUT or a
 * PATCH on a path with an identifier, and the 201 of a POST.
 */
export function answerWithResource(body: BodyNode): SchemaNode | undefined {
  const { operation, response } = body;
  if (operation.method === 'GET') return schemaOfSuccess(body);
  if (operation.method === 'POST') return response?.status === '201' ? schemaOfSuccess(body) : undefined;
  const isChange = ['PUT', 'PATCH'].includes(operation.method) && response?.status === '200';
  return isChange && operation.path.segments.at(-1)?.form !== 'static' ? schemaOfSuccess(body) : undefined;
}

function schemaOfSuccess({ response, mediaType, schema }: BodyNode): SchemaNode | undefined {
  const isOwn = ownFormat.test(mediaType) && !foreignFormat.test(mediaType);
  return response && isSuccessful(response) && isOwn && !isKeySet(schema) ? schema : undefined;
}

/** Whether a body is a JWK Set (RFC 7517, section 5), whose keys each have a `kty`. */
function isKeySet(schema: SchemaNode | undefined): boolean {
  const keys = schema?.properties.get('keys')?.schema;
  return keys?.items?.properties.has('kty') === true;
}

/** A body of a response to a GET, and its schema. */
export interface AnswerToGet {
  readonly body: BodyNode;
  readonly schema: SchemaNode;
}

/** The responses to all GETs of a document. */
export const answersToGets = oncePerDocument(({ operations }): readonly AnswerToGet[] =>
  operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ bodies }) => bodies)
    .flatMap((body) => {
      const schema = answerToGet(body);
      return schema ? [{ body, schema }] : [];
    }),
);
