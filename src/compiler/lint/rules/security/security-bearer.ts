import { defineRule } from '#compiler/rule/define-rule.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';
import { namesToken } from '#compiler/rule/queries/token-parameters.ts';
import type { SecuritySchemeNode } from '#openapi/model.ts';

const withScheme = (scheme: string) =>
  editDefinition('components:\n', `components:\n  securitySchemes:\n    gateway: ${scheme}\n`);

/** The `Authorization` header belongs to the access token. */
export const securityBearer = defineRule({
  name: 'security-bearer',
  section: '5.1',
  severity: 'error',
  group: 'design',
  summary: 'Security schemes put only bearer tokens into the `Authorization` header.',
  why: 'The gateway reads the access token from this header, and refuses the call if it is missing or something else.',
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
      title: 'A key of the service itself, in a separate header',
      edits: [withScheme('{ type: apiKey, in: header, name: X-Park-Key }')],
      findings: [],
    },
    {
      title: 'Basic',
      edits: [withScheme('{ type: http, scheme: basic }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:90:36 The security scheme `gateway` puts something other than a bearer token into the `Authorization` header.',
      ],
    },
    {
      title: 'The access token in the query',
      edits: [withScheme('{ type: apiKey, in: query, name: access_token }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:90:34 The security scheme `gateway` puts the access token into the query.',
      ],
    },
    {
      title: 'By other names, and a key that is not a token',
      edits: [
        editDefinition(
          'components:\n',
          'components:\n  securitySchemes:\n    key: { type: apiKey, in: query, name: key }\n    person: { type: apiKey, in: query, name: token }\n    site: { type: apiKey, in: query, name: api_token }\n    page: { type: apiKey, in: query, name: Authorization }\n    app: { type: apiKey, in: query, name: jwt }\n',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:91:33 The security scheme `person` puts the access token into the query.',
        'apis/dog_park/v1/openapi.yaml:92:31 The security scheme `site` puts the access token into the query.',
        'apis/dog_park/v1/openapi.yaml:93:31 The security scheme `page` puts the access token into the query.',
        'apis/dog_park/v1/openapi.yaml:94:30 The security scheme `app` puts the access token into the query.',
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
        'apis/dog_park/v1/openapi.yaml:5:21 The security scheme `password` puts something other than a bearer token into the `Authorization` header.',
      ],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      for (const [name, scheme] of document.securitySchemes) {
        const found = findOther(scheme);
        if (!found) continue;
        report({
          at: scheme.pointerTo(found.key),
          message: `The security scheme \`${name}\` puts ${found.puts}.`,
          help: 'Declare what the gateway requires: `type: oauth2`, or `type: http` with `scheme: bearer`. An operation that issues tokens may use other credentials.',
        });
      }
    },
  },
});

const otherInHeader = 'something other than a bearer token into the `Authorization` header';

/** The scheme's other way, and the member that declares it. */
function findOther(scheme: SecuritySchemeNode): { readonly key: string; readonly puts: string } | undefined {
  // The schemes of HTTP all use that header (RFC 9110, section 11.6.2).
  if (scheme.type === 'http' && scheme.httpScheme !== undefined && scheme.httpScheme !== 'bearer')
    return { key: scheme.text('scheme') === undefined ? 'type' : 'scheme', puts: otherInHeader };
  return isTokenInQuery(scheme) ? { key: 'in', puts: 'the access token into the query' } : undefined;
}

/** By the name of RFC 6750, section 2.3, or one with the same meaning. */
function isTokenInQuery({ type, apiKey: { location, name } }: SecuritySchemeNode): boolean {
  return type === 'apiKey' && location === 'query' && name !== undefined && namesToken(name);
}
