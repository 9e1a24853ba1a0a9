import type { OperationNode } from '#openapi/model.ts';
import { kindOf, mediaTypeOf } from '#runtime/gateway/validation/media-types.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import type { Additions, OperationAdditions } from './additions.ts';
import { hasContent, readJson } from './checked-body.ts';
import { type Exchange, headerOf, type HeaderList, type ObservedBody } from './exchange.ts';
import { showMediaType, type ShownNames } from './names.ts';
import type { SeenValues } from './seen-values.ts';
import { namesToDeclare } from './undeclared-headers.ts';

interface UndeclaredOperation {
  readonly method: string;
  readonly template: string;
  /** Whether this call shows that the service has the operation. */
  readonly isServed: boolean;
}

/** Records a call to an undeclared operation. */
export function learnOperation(
  exchange: Exchange,
  { method, template, isServed }: UndeclaredOperation,
  additions: Additions,
  names: ShownNames,
): void {
  const learned = additions.operation(method, template, true);
  if (!learned) return;
  learned.isServed ||= isServed;
  const { query } = splitTarget(exchange.target);
  learnQuery(new Set(new URLSearchParams(query).keys()), exchange, learned, additions, names);
  learnHeaders(namesToDeclare(exchange.requestHeaders), exchange, learned, additions, names);
  if (hasContent(exchange.requestBody))
    learnBody(exchange.requestBody, exchange.requestHeaders, learned.requestBodies, additions);
  learnAnswer(exchange, learned, additions);
}

/** Records the status and the media type of a response. */
export function learnAnswer({ answer }: Exchange, learned: OperationAdditions, additions: Additions): void {
  if (!answer) return;
  const bodies = learned.responses.get(answer.status) ?? new Map<string, SeenValues>();
  learned.responses.set(answer.status, bodies);
  if (hasContent(answer.body)) learnBody(answer.body, answer.headers, bodies, additions);
}

/** Records the media type of a body and, in JSON and in forms, the types of its values. */
export function learnBody(
  body: ObservedBody,
  headers: HeaderList,
  bodies: Map<string, SeenValues>,
  additions: Additions,
): void {
  const mediaType = mediaTypeOf(headerOf(headers, 'content-type'));
  const shown = showMediaType(mediaType);
  const values = shown === undefined ? undefined : additions.seenBodies(bodies, shown);
  if (!values || typeof body === 'string') return;
  if (kindOf(mediaType) === 'form') values.add(Object.fromEntries(new URLSearchParams(body.toString())));
  const json = readJson(body, mediaType);
  if (json !== undefined) values.add(json);
}

/** Records the types of the values of some query parameters, except for those whose names must stay hidden. */
export function learnQuery(
  undeclared: ReadonlySet<string>,
  { target }: Exchange,
  learned: OperationAdditions,
  additions: Additions,
  names: ShownNames,
): void {
  const sent = new URLSearchParams(splitTarget(target).query);
  for (const name of undeclared) {
    if (names.show(`query ${learned.method} ${learned.template}`, name) === undefined) continue;
    const values = additions.seen(learned.query, name);
    for (const value of sent.getAll(name)) values?.addText(value);
  }
}

/** Records the types of the values of some headers, except for those whose names must stay hidden. */
export function learnHeaders(
  undeclared: ReadonlySet<string>,
  { requestHeaders }: Exchange,
  learned: OperationAdditions,
  additions: Additions,
  names: ShownNames,
): void {
  for (const name of undeclared) {
    if (names.show(`header ${learned.method} ${learned.template}`, name) === undefined) continue;
    additions.seen(learned.headers, name)?.addText(headerOf(requestHeaders, name) ?? '');
  }
}

/** Whether a security scheme of the document declares a parameter as its key. Names of headers are in lower case. */
export function isApiKey(operation: OperationNode, location: 'query' | 'header', name: string): boolean {
  return [...operation.document.securitySchemes.values()].some(
    ({ apiKey }) =>
      apiKey.location === location &&
      (location === 'header' ? apiKey.name?.toLowerCase() : apiKey.name) === name,
  );
}
