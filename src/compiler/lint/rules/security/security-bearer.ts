import { isJsonObject, type JsonObject } from '../../../../compiled/json.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { definitionFile, editDefinition } from '../../../rule/example-edits.ts';
import type { OpenapiView } from '../../../workspace/openapi/openapi-view.ts';
import { appendPointer } from '../../../../source/place.ts';

const withScheme = (scheme: string) =>
  editDefinition('components:\n', `components:\n  securitySchemes:\n    gateway: ${scheme}\n`);

/** The `Authorization` header belongs to the access token. */
export const securityBearer = defineRule({
  name: 'security-bearer',
  section: '5.1',
  severity: 'error',
  group: 'design',
  summary: 'A security scheme puts nothing but a bearer token into the `Authorization` header.',
  why: 'The gateway takes the header for the access token, and refuses the call where it is something else.',
  examples: [
    { title: 'None', edits: [], findings: [] },
    { title: 'Bearer', edits: [withScheme('{ type: http, scheme: Bearer }')], findings: [] },
    {
      title: 'OAuth 2.0',
      edits: [
        withScheme(
          '{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://gateway.example.edu/token, scopes: {} } } }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A key of the service itself, in a header of its own',
      edits: [withScheme('{ type: apiKey, in: header, name: X-Park-Key }')],
      findings: [],
    },
    {
      title: 'Basic',
      edits: [withScheme('{ type: http, scheme: basic }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:90:36 The security scheme `gateway` puts something else than a bearer token into the `Authorization` header.',
      ],
    },
    {
      title: 'Swagger 2.0, which has no name for Bearer',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
securityDefinitions:
  token: { type: apiKey, in: header, name: Authorization }
  password: { type: basic }
paths: {}
`,
        },
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:5:21 The security scheme `password` puts something else than a bearer token into the `Authorization` header.',
      ],
    },
  ],
  checkDefinition: {
    definition(view, { report }) {
      for (const { name, scheme, pointer } of schemesOf(view)) {
        const key = otherThanBearer(scheme);
        if (key === undefined) continue;
        report({
          at: appendPointer(pointer, key),
          message: `The security scheme \`${name}\` puts something else than a bearer token into the \`Authorization\` header.`,
          help: 'Declare what the gateway asks for: `type: oauth2`, or `type: http` with `scheme: bearer`.',
        });
      }
    },
  },
});

interface NamedScheme {
  readonly name: string;
  readonly scheme: JsonObject;
  readonly pointer: string;
}

function schemesOf({ root, isSwagger }: OpenapiView): readonly NamedScheme[] {
  const path = isSwagger ? ['securityDefinitions'] : ['components', 'securitySchemes'];
  const holder = isSwagger ? root : root['components'];
  const schemes = isJsonObject(holder) ? holder[path.at(-1) ?? ''] : undefined;
  if (!isJsonObject(schemes)) return [];
  return Object.entries(schemes).flatMap(([name, scheme]) =>
    isJsonObject(scheme) ? [{ name, scheme, pointer: appendPointer('', ...path, name) }] : [],
  );
}

/** The member that says so; the schemes of HTTP all use that header (RFC 9110, section 11.6.2). */
function otherThanBearer({ type, scheme }: JsonObject): 'type' | 'scheme' | undefined {
  if (type === 'basic') return 'type';
  const isOther = type === 'http' && typeof scheme === 'string' && scheme.toLowerCase() !== 'bearer';
  return isOther ? 'scheme' : undefined;
}
