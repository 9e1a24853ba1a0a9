import { defineRule } from '#compiler/rule/define-rule.ts';
import { isJsonOrXml, isMediaType } from '../queries/negotiation/json-or-xml.ts';
import { isBodyless } from '../methods/table/method-table.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { BodyNode, OperationNode, ParameterNode } from '#openapi/model.ts';

const range = /^(\*|[\w!#$&^.+-]+)\/\*\s*(;|$)/;

/** Vendor media types, and names with the format in the wrong place, which may be JSON. */
const mayBeJson = /^application\/(vnd\.|prs\.|(json|xml)\+)/i;

/** Bodies are JSON or XML. */
export const bodyMediaType = defineRule({
  name: 'body-media-type',
  section: '2.6',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The bodies of requests and responses are JSON or XML.',
  why: 'Every client can then read every API with two common parsers.',
  examples: [
    { title: 'JSON', edits: [], findings: [] },
    {
      title: 'Another format',
      edits: [editDefinition('application/hal+json:', 'text/csv:')],
      findings: ['apis/dog_park/v1/openapi.yaml:28:13 A body of `text/csv` is neither JSON nor XML.'],
    },
    {
      title: 'A wildcard',
      edits: [editDefinition('application/hal+json:', "'*/*':")],
      findings: [
        'apis/dog_park/v1/openapi.yaml:28:13 The media type `*/*` does not specify the format of the body.',
      ],
    },
  ],
  checkDefinition: {
    body(body, { report }) {
      if (body.isAssumed || isJsonOrXml(body.mediaType) || isNeverSent(body)) return;
      report({ at: body.mediaTypePointer, part: body.mediaTypePart, ...describe(body) });
    },
    operation(operation, { report }) {
      const field = findUnnamedForm(operation);
      if (!field || isBodyless(operation.method)) return;
      report({
        at: field.pointerTo('in'),
        message: 'A form is neither JSON nor XML.',
        help: 'Accept the data in a JSON body, with a parameter that has `in: body`.',
      });
    },
  },
});

/** Whether a body is never sent, like that of a HEAD response or a GET request, which other rules report. */
function isNeverSent({ operation, response }: BodyNode): boolean {
  return response === undefined ? isBodyless(operation.method) : operation.method === 'HEAD';
}

/** The first field of a form without a declared media type, which no other check reports. */
function findUnnamedForm(operation: OperationNode): ParameterNode | undefined {
  return operation.requestBodies.find(({ isAssumed }) => isAssumed)?.swaggerFields?.[0];
}

function describe(body: BodyNode): { readonly message: string; readonly help: string } {
  const { mediaType: name } = body;
  const help = adviseOn(body);
  if (range.test(name))
    return { message: `The media type \`${name}\` does not specify the format of the body.`, help };
  if (!isMediaType(name)) return { message: `The text \`${name}\` is not a media type.`, help };
  if (mayBeJson.test(name)) return { message: `The media type \`${name}\` is not one of JSON or XML.`, help };
  return { message: `A body of \`${name}\` is neither JSON nor XML.`, help };
}

/** The advice on a media type. */
function adviseOn(body: BodyNode): string {
  const { mediaType: name, response } = body;
  const [, format, subtype] = /^[^/]+\/(json|xml)\+([^;]+)/i.exec(name) ?? [];
  if (format !== undefined) return `Write \`application/${subtype}+${format}\`.`;
  const alternative = findAlternative(body);
  if (alternative)
    return `Remove it, since \`${alternative.mediaType}\` is ${response ? 'offered' : 'accepted'} too.`;
  if (range.test(name) || !isMediaType(name))
    return 'Write `application/json`, or another media type of JSON or XML.';
  return `${response ? 'Offer' : 'Accept'} \`application/json\` or \`application/xml\` instead.`;
}

/** Another body of the same request or response that is JSON or XML, but not a special type such as `image/svg+xml`. */
function findAlternative({ operation, response }: BodyNode): BodyNode | undefined {
  return (response?.bodies ?? operation.requestBodies).find(
    ({ mediaType: name }) => isJsonOrXml(name) && /^(application|text)\//i.test(name),
  );
}
