import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import type { ResponseNode } from '#openapi/model.ts';

const headersOfGet = `          headers:
            ETag: { $ref: '#/components/headers/ETag' }
            Content-Location:
              schema: { type: string, format: uri-reference }
`;
const headWith = (answer: string): string => `    head:
      responses:
        '200':
          description: The dog is there.
${answer}        '404': { description: There is no such dog. }
    put:`;
const withHead = (answer: string) => editDefinition('    put:', headWith(answer));

/** HEAD responds like GET, without a body. */
export const headLikeGet = defineRule({
  name: 'head-like-get',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'HEAD declares no body, and the headers that the GET of its path declares.',
  why: 'HEAD returns the headers that GET would return; a client never receives a body.',
  examples: [
    { title: 'The headers of GET', edits: [withHead(headersOfGet)], findings: [] },
    {
      title: 'No headers',
      edits: [withHead('')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:73:9 HEAD does not declare these headers of GET: `Content-Location`, `ETag`.',
      ],
    },
  ],
  checkDefinition: {
    response(response, { report }) {
      const { operation, status } = response;
      if (operation.method !== 'HEAD') return;
      const body = findBody(response);
      if (body) report(body);
      const read = operation.path.operation('GET')?.response('200');
      if (status === '200' && read) compareHeaders(response, read).forEach(report);
    },
  },
});

/** A response declared elsewhere may be right for other methods; the problem is that HEAD refers to it. */
function findBody(response: ResponseNode): DefinitionFinding | undefined {
  const key = response.bodyKey;
  if (key === undefined) return undefined;
  const isOwn = response.pointer === response.statusPointer;
  return {
    at: isOwn ? response.pointerTo(key) : response.statusPointer,
    part: 'key',
    message: 'A response to HEAD must not have a body.',
    help: isOwn ? `Leave out \`${key}\`.` : 'Refer to a response that has no body, or define one here.',
  };
}

/** Headers that servers add when they send a response. */
const addedBySending = new Set(['date', 'content-length', 'content-type', 'transfer-encoding']);

function compareHeaders(head: ResponseNode, get: ResponseNode): readonly DefinitionFinding[] {
  const missing = namesOfOther(get, head);
  const surplus = namesOfOther(head, get);
  return [
    ...(missing.length > 0 ? [missingFinding(head, missing)] : []),
    ...surplus.map((name) => surplusFinding(head, name)),
  ];
}

/** The headers that one response declares and the other does not, in alphabetical order. */
function namesOfOther(one: ResponseNode, other: ResponseNode): readonly string[] {
  const known = other.headers;
  return [...one.headers]
    .filter(([key]) => !known.has(key) && !addedBySending.has(key))
    .map(([, { name }]) => name)
    .toSorted();
}

function missingFinding(head: ResponseNode, names: readonly string[]): DefinitionFinding {
  const list = names.map((name) => `\`${name}\``).join(', ');
  return {
    at: head.statusPointer,
    part: 'key',
    message: `HEAD does not declare these headers of GET: ${list}.`,
    help: 'Declare them under `headers`, as the response 200 of GET does.',
  };
}

function surplusFinding(head: ResponseNode, name: string): DefinitionFinding {
  return {
    at: head.pointerTo('headers', name),
    part: 'key',
    message: `HEAD declares the header \`${name}\`, but GET does not.`,
    help: 'Also declare it for the response 200 of GET, or remove it here.',
  };
}
