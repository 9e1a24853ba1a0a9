import type { BodyNode } from '#openapi/model.ts';
import type { ContentPlan } from '#runtime/gateway/validation/body-check.ts';
import { findContent, kindOf, mediaTypeOf } from '#runtime/gateway/validation/media-types.ts';
import { parseJson } from '#runtime/gateway/validation/parse-json.ts';
import type { ObservedBody } from './exchange.ts';
import { showMediaType } from './names.ts';
import type { ObservedFindings } from './observed-findings.ts';
import { type Found } from './observed-findings.ts';
import type { SchemaPlace, SchemaPlaces } from './schema-place.ts';
import { findUndeclared, type UndeclaredField } from './walk-body.ts';

/** The declarations that a body is checked against. */
export interface DeclaredBodies {
  readonly contents: readonly ContentPlan[];
  readonly nodes: readonly BodyNode[];
}

/** The findings in a body. */
export interface CheckedBody {
  readonly found: readonly Found[];
  readonly fields: readonly UndeclaredField[];
  /** The media type, if the document does not declare it and it may be shown. */
  readonly undeclaredType?: string | undefined;
  /** The parsed body, if it is JSON. */
  readonly json?: unknown;
}

const nothing: CheckedBody = { found: [], fields: [] };

/** Whether a message has a body, as far as is known. */
export function hasContent(body: ObservedBody): boolean {
  return typeof body === 'string' ? body === 'too-large' : body.length > 0;
}

/** Checks a body of a request or a response with the gateway's own validators. */
export function checkBody(
  body: ObservedBody,
  contentType: string | undefined,
  { contents, nodes }: DeclaredBodies,
  findings: ObservedFindings,
  places: SchemaPlaces,
): CheckedBody {
  const mediaType = mediaTypeOf(contentType);
  const json = typeof body === 'string' ? undefined : readJson(body, mediaType);
  const content = findContent(contents, mediaType);
  if (!content) {
    const shown = mediaType === '' ? undefined : showMediaType(mediaType);
    const message = `The media type ${shown ?? 'of the body'} is not declared.`;
    const found = [{ kind: 'undeclared-media-type', message } as const];
    return { found, fields: undeclaredInAnyType(json, nodes[0], places), undeclaredType: shown, json };
  }
  if (typeof body === 'string') return { ...nothing, found: findings.found(undefined, undefined) };
  content.checkFor(kindOf(mediaType))?.(body, findings);
  const node = nodes[contents.indexOf(content)];
  const place = placeOf(node, places);
  const found = findings.found(json, place);
  if (json !== undefined) return { found, fields: place ? findUndeclared(json, place) : [], json };
  return { found, fields: undeclaredInForm(findings.undeclared.form, body, node, place) };
}

/**
 * The undeclared fields of a body whose media type is not declared: in Swagger 2.0, the schema describes a body in any
 * media type.
 */
function undeclaredInAnyType(
  json: unknown,
  node: BodyNode | undefined,
  places: SchemaPlaces,
): readonly UndeclaredField[] {
  const place = node?.operation.document.isSwagger === true ? placeOf(node, places) : undefined;
  return json === undefined || !place ? [] : findUndeclared(json, place);
}

/**
 * The undeclared fields of a form. A form of Swagger 2.0 has parameters in place of a schema; otherwise, a schema may
 * declare that some keys are data.
 */
function undeclaredInForm(
  names: ReadonlySet<string>,
  body: Buffer,
  node: BodyNode | undefined,
  place: SchemaPlace | undefined,
): readonly UndeclaredField[] {
  if (names.size === 0) return [];
  const sent = new URLSearchParams(body.toString());
  const hasParameters = node?.swaggerFields !== undefined;
  return [...names]
    .filter((name) => hasParameters || place?.roleOf(name) === 'undeclared')
    .map((name) => ({ place: '', name, value: sent.get(name) ?? '', schema: place?.extended }));
}

/** The parsed body; undefined if it is not JSON. */
export function readJson(body: Buffer, mediaType: string): unknown {
  if (kindOf(mediaType) !== 'json' || body.length === 0) return undefined;
  const parsed = parseJson(body);
  return parsed.ok ? parsed.value : undefined;
}

function placeOf(node: BodyNode | undefined, places: SchemaPlaces): SchemaPlace | undefined {
  return node && places.of(node.schema ? [node.schema] : []);
}
