import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { withPath, type Breach } from './breach.ts';

const breed = '        - name: breed\n          in: query\n          schema: { type: string }\n';
const server = '  - url: https://dogs.example.edu\n';

const removal = '    delete:\n      summary: Takes a dog out of the register.\n';
const headers = '  headers:\n    ETag:';
/** The range from one to the other: two changes must not touch the same part of it. */
const between = cleanDefinition.slice(
  cleanDefinition.indexOf(removal),
  cleanDefinition.indexOf(headers) + headers.length,
);

/** A requirement of the last operation, and a scheme for it. */
function askFor(scopes: string, scheme: string | undefined, findings: readonly string[]): Breach {
  const schemes = scheme === undefined ? '' : `  securitySchemes:\n    park: ${scheme}\n`;
  const by = between
    .replace(removal, `${removal}      security: [{ park: ${scopes} }]\n`)
    .replace(headers, `${schemes}  headers:\n\n    ETag:`);
  return { replace: between, by, findings };
}

/** Breaches of the rules on identity and security, and of the rule on references. */
export const securityBreaches: readonly Breach[] = [
  {
    replace: 'schema: { type: string, format: uuid }',
    by: 'schema: { type: integer }',
    findings: ['51:25 warning identifier-not-sequential'],
  },
  {
    replace: 'dogId: { type: string, format: uuid }',
    by: 'dogId: { type: integer, format: int64 }',
    findings: ['125:28 warning identifier-not-sequential'],
  },
  withPath(
    '/visitors/{visitor}',
    ['90:68 warning identifier-not-sequential'],
    [
      'parameters:',
      '  - { name: visitor, in: path, required: true, schema: { type: integer } }',
      'delete:',
      "  responses: { '204': { description: Gone. }, '404': { description: Was not there. } }",
    ],
  ),
  { replace: 'https://dogs', by: 'http://dogs', findings: ['6:10 error server-tls'] },
  {
    replace: server,
    by: `${server}  - url: '{scheme}://dogs.example.edu'\n    variables: { scheme: { default: https, enum: [https, http] } }\n`,
    findings: ['8:58 error server-tls'],
  },
  {
    replace: breed,
    by: '        - name: Authorization\n          in: header\n          schema: { type: string }\n',
    findings: ['21:17 error authorization-parameter'],
  },
  { replace: '- name: breed', by: '- name: access_token', findings: ['21:17 error authorization-parameter'] },
  {
    replace: '  headers:\n    ETag:',
    by: '  securitySchemes:\n    park: { type: http, scheme: basic }\n  headers:\n\n    ETag:',
    findings: ['96:33 error security-bearer'],
  },
  {
    replace: '  headers:\n    ETag:',
    by: '  securitySchemes:\n    park: { type: apiKey, in: query, name: access_token }\n  headers:\n\n    ETag:',
    findings: ['96:31 error security-bearer'],
  },
  {
    replace: '  headers:\n    ETag:',
    by: '  securitySchemes:\n    park: { type: openIdConnect, openIdConnectUrl: http://login.example.edu }\n  headers:\n\n    ETag:',
    findings: ['96:52 error server-tls'],
  },
  askFor('[walk]', undefined, ['84:20 error security-scheme-declared']),
  askFor(
    '[walk]',
    '{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://park.example.edu/token, scopes: {} } } }',
    ['84:27 warning security-scope-declared'],
  ),
  askFor("['go walk']", '{ type: http, scheme: bearer }', ['84:27 error security-scope-format']),
  {
    replace: "'#/components/responses/BadRequest'",
    by: "'#/components/schemas/Error'",
    findings: ['30:24 error reference-kind'],
  },
  {
    replace: "'#/components/headers/ETag'",
    by: "'#/components/parameters/Limit'",
    findings: ['58:27 error reference-kind'],
  },
  {
    replace: "'#/components/schemas/DogPage'",
    by: "'#/components/schemas'",
    findings: ['29:31 error reference-kind'],
  },
];
