import { compareMedia } from '../bodies/compare-media.ts';
import { compareHeader } from '../parameters/compare-header.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { OperationNode, ResponseNode } from '#openapi/model.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import { readMedia, type MediaByType } from '../bodies/read-bodies.ts';
import { readHeader, type ContractHeader } from '../parameters/read-header.ts';

interface ContractResponse {
  readonly headers: ReadonlyMap<string, ContractHeader>;
  readonly media: MediaByType;
  readonly documentation: JsonObject;
  readonly pointer: string;
  /** The pointer at which the operation lists the response, which may be a reference. */
  readonly place: string;
}

type Responses = ReadonlyMap<string, ContractResponse>;

/** Compares the responses of each status; for each, a side has the response that the gateway selects for the status. */
export function compareResponses(pair: OperationPair): void {
  const before = readResponses(pair.base, pair.sides.base);
  const after = readResponses(pair.head, pair.sides.head);
  for (const status of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [findResponse(status, before), findResponse(status, after)];
    if (old && now) compareResponse(pair, status, old, now);
    else if (now) reportAdded(pair, status, now);
  }
  for (const [status, { place }] of before)
    if (!isDeclared(status, before, after))
      reportRemoved(pair, status, { place, isSuccess: isSuccess(status, before) });
}

/** The response for a status: its own, that of its range, or the default; undefined if there is none. */
function findResponse(status: string, responses: Responses): ContractResponse | undefined {
  const known = responses.get(status) ?? responses.get(rangeOf(status));
  return known ?? (isDefault(status, responses) ? responses.get('default') : undefined);
}

/** The range that a status belongs to: `2XX`. */
function rangeOf(status: string): string {
  return status.replace(/^(\d).*$/, '$1XX');
}

/** Whether the default response applies to a status: only to errors if success responses are declared. */
function isDefault(status: string, responses: Responses): boolean {
  return /^[45]/.test(status) || (status !== 'default' && !hasSuccess(responses));
}

function hasSuccess(responses: Responses): boolean {
  return [...responses.keys()].some((status) => status.startsWith('2'));
}

function isSuccess(status: string, responses: Responses): boolean {
  return status.startsWith('2') || (status === 'default' && !hasSuccess(responses));
}

/**
 * Whether head still declares a response for a status, or for some of the statuses that it covers. If a default covers
 * successes, head needs a success.
 */
function isDeclared(status: string, before: Responses, after: Responses): boolean {
  if (findResponse(status, after)) return true;
  const response = before.get(status);
  const parts = [...after.keys()].filter((part) => findResponse(part, before) === response);
  return status === 'default' && isSuccess(status, before)
    ? parts.some((part) => part.startsWith('2'))
    : parts.length > 0;
}

interface RemovedResponse {
  readonly place: string;
  readonly isSuccess: boolean;
}

function reportRemoved(
  pair: OperationPair,
  status: string,
  { place, isSuccess: was }: RemovedResponse,
): void {
  const id = was ? 'success-response-removed' : 'error-response-removed';
  const at = { base: place, head: pair.head.pointer };
  pair.report({ id, action: 'remove', path: `response ${status}`, what: 'was removed', at });
}

function reportAdded(pair: OperationPair, status: string, { place }: ContractResponse): void {
  const at = { base: pair.base.pointer, head: place };
  pair.report({ id: 'response-added', action: 'add', path: `response ${status}`, what: 'was added', at });
}

function compareResponse(
  pair: OperationPair,
  status: string,
  before: ContractResponse,
  after: ContractResponse,
): void {
  const path = `response ${status}`;
  pair.compareDocumentation(path, before, after);
  compareHeaders(pair, path, before, after);
  const direction = pair.directions.response;
  compareMedia(pair, `${path} body`, { base: before, head: after, part: 'response', direction });
}

function compareHeaders(
  pair: OperationPair,
  path: string,
  before: ContractResponse,
  after: ContractResponse,
): void {
  for (const [key, old] of before.headers) {
    const now = after.headers.get(key);
    const where = `${path} header ${old.name}`;
    if (now) compareHeader(pair, where, { old, now, direction: pair.directions.response });
    else {
      const id = `${old.required ? 'required' : 'optional'}-response-header-removed` as const;
      const at = { base: old.pointer, head: after.pointer };
      pair.report({ id, action: 'remove', path: where, what: 'was removed', at });
    }
  }
  for (const [key, { name, required, pointer }] of after.headers) {
    if (before.headers.has(key)) continue;
    const at = { base: before.pointer, head: pointer };
    const id = pair.isCallback && required ? 'callback-response-header-added' : 'response-header-added';
    pair.report({ id, action: 'add', path: `${path} header ${name}`, what: 'was added', at });
  }
}

/** The responses of an operation, by status: `200`, `2XX`, `default`. */
export function readResponses(
  { responses }: OperationNode,
  side: ContractSide,
): ReadonlyMap<string, ContractResponse> {
  return new Map(responses.map((response) => [response.status, readResponse(response, side)]));
}

function readResponse(response: ResponseNode, side: ContractSide): ContractResponse {
  return {
    headers: new Map([...response.headers].map(([key, header]) => [key, readHeader(header, side)])),
    media: readMedia(response.bodies, side),
    documentation: response.documentation,
    pointer: response.pointer,
    place: response.statusPointer,
  };
}
