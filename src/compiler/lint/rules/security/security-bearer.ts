import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { namesToken } from './credentials/token-parameters.ts';
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
    { title: 'Bearer', edits: [withScheme('{ type: http, scheme: Bearer }')], findings: [] },
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

/** The problem of a scheme, and the member that declares it; undefined if the scheme uses a bearer token. */
function findOther(scheme: SecuritySchemeNode): { readonly key: string; readonly puts: string } | undefined {
  // All HTTP schemes use the `Authorization` header (RFC 9110, section 11.6.2).
  if (scheme.type === 'http' && scheme.httpScheme !== undefined && scheme.httpScheme !== 'bearer')
    return { key: scheme.text('scheme') === undefined ? 'type' : 'scheme', puts: otherInHeader };
  return isTokenInQuery(scheme) ? { key: 'in', puts: 'the access token into the query' } : undefined;
}

/**
 * Whether an API key in the query is the access token: by the name in RFC 6750, section 2.3, or one with the same
 * meaning.
 */
function isTokenInQuery({ type, apiKey: { location, name } }: SecuritySchemeNode): boolean {
  return type === 'apiKey' && location === 'query' && name !== undefined && namesToken(name);
}
