import type { OperationNode, PathNode, ResponseNode } from '#openapi/model.ts';
import { successesOf } from './method-table.ts';

/** The success statuses that an operation may have, and what to do if a POST creates nothing. */
export function adviseOnSuccess(operation: OperationNode): string {
  const { method, path } = operation;
  if (opensWebSocket(operation)) return '`101`, with which a WebSocket begins';
  const allowed = successesOf(method) ?? [];
  return joinChoices([...allowed.map(describeStatus), ...otherMethods(method, path)]);
}

/** Whether a GET is a handshake by its path or its texts (RFC 6455, section 4.1). */
function opensWebSocket(operation: OperationNode): boolean {
  if (operation.method !== 'GET' || operation.responses.some(mayHaveBody)) return false;
  const last = operation.path.segments.at(-1)?.text ?? '';
  const texts = ['summary', 'description'].map((key) => operation.text(key) ?? '');
  return [last, ...texts].some((text) => webSocket.test(text));
}

function mayHaveBody({ isError, bodies }: ResponseNode): boolean {
  return !isError && bodies.length > 0;
}

/**
 * Mentions of a WebSocket, except of a fallback, which is another protocol, and of `websockets`, which is a collection.
 */
const webSocket = /web[ _-]?socket(?!s| fallback)/i;

function otherMethods(method: string, { segments }: PathNode): readonly string[] {
  if (method !== 'POST') return [];
  return segments.at(-1)?.form === 'identifier'
    ? ['change the resource by PUT or PATCH']
    : ['use another method if nothing is created'];
}

const uses: Readonly<Record<string, string>> = {
  '201': ' with a `Location` header',
  '202': ' if the work is done later',
  '204': ' without a body',
};

/** Joins choices as `a`, `a, or b`, or `a, b, or c`; the commas separate choices that contain prepositions. */
function joinChoices(choices: readonly string[]): string {
  const others = choices.slice(0, -1);
  const last = choices.at(-1) ?? '';
  return others.length === 0 ? last : `${others.join(', ')}, or ${last}`;
}

function describeStatus(status: string): string {
  return `\`${status}\`${uses[status] ?? ''}`;
}
