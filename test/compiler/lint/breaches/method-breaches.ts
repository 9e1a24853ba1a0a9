import { withPath, type Breach } from './breach.ts';

const location = `          headers:
            Location:
              description: The new dog.
              schema: { type: string, format: uri }
`;
const etag = "            ETag: { $ref: '#/components/headers/ETag' }\n";
const unchanged = '          description: The dog has not changed.\n';
const gone = "        '204':\n          description: The dog is no longer registered.\n";
const notFound = "        '404': { $ref: '#/components/responses/NotFound' }\n";
const owner = ['parameters:', '  - { name: parkId, in: path, required: true, schema: { type: string } }'];

/** Breaches of the rules on methods and their answers. */
export const methodBreaches: readonly Breach[] = [
  {
    replace: '    put:\n      summary: Replaces',
    by: '    trace:\n      summary: Replaces',
    findings: ['71:5 error method-known'],
  },
  { replace: "'201':", by: "'200':", findings: ['39:9 error method-responses'] },
  { replace: "'201':", by: "'204':", findings: ['39:9 error method-responses'] },
  {
    replace: "'204':\n          description: The dog is replaced.",
    by: "'201':\n          description: The dog is replaced.",
    findings: ['79:9 error method-responses'],
  },
  {
    replace: "'204':\n          description: The dog is no longer",
    by: "'200':\n          description: The dog is no longer",
    findings: ['85:9 error method-responses'],
  },
  {
    replace: "'200':\n          description: The dogs.",
    by: "'206':\n          description: The dogs.",
    findings: ['25:9 error method-responses'],
  },
  {
    replace: "        '204':\n          description: The dog is replaced.\n",
    by: "        '304':\n          description: The dog is as it was.\n        '204':\n          description: The dog is replaced.\n",
    findings: ['79:9 error method-responses'],
  },
  { replace: gone, by: '', findings: ['84:7 error method-success-declared'] },
  {
    replace: gone + notFound,
    by: gone,
    findings: ['84:7 warning method-not-found-declared'],
  },
  withPath(
    '/parks/{parkId}',
    ['92:7 warning method-not-found-declared'],
    [...owner, 'delete:', "  responses: { '204': { description: The park is closed. } }"],
  ),
  { replace: "'400':", by: "'418':", findings: ['30:9 warning status-code-known'] },
  { replace: "'304':", by: "'302':", findings: ['64:9 warning status-code-known'] },
  { replace: "'201':", by: "'303':", findings: ['39:9 warning status-code-known'] },
  { replace: location, by: '', findings: ['39:9 error created-location'] },
  {
    replace: "'204':\n          description: The dog is replaced.",
    by: "'200':\n          description: The dog is replaced.",
    findings: ['79:9 error success-body'],
  },
  {
    replace: '          description: The dog is replaced.\n',
    by: "          description: The dog is replaced.\n          content: { application/json: { schema: { $ref: '#/components/schemas/NewDog' } } }\n",
    findings: ['81:11 error no-content-body'],
  },
  {
    replace: unchanged,
    by: `${unchanged}          content: { application/json: { schema: { $ref: '#/components/schemas/Dog' } } }\n`,
    findings: ['66:11 error no-content-body'],
  },
  {
    replace: `${unchanged}          headers:\n${etag}`,
    by: `${unchanged}          headers:\n`,
    findings: ['64:9 error not-modified-headers'],
  },
  {
    replace: `${unchanged}          headers:\n${etag}            Content-Location:\n              schema: { type: string, format: uri-reference }\n`,
    by: unchanged,
    findings: ['64:9 error not-modified-headers', '64:9 error not-modified-headers'],
  },
  {
    replace: '      summary: Lists the dogs.\n',
    by: '      summary: Lists the dogs.\n      requestBody: { content: { application/json: { schema: { type: object } } } }\n',
    findings: ['11:7 warning request-body-allowed'],
  },
  {
    replace: '      summary: Takes a dog out of the register.\n',
    by: '      summary: Takes a dog out.\n      requestBody: { content: { application/json: { schema: { type: object } } } }\n',
    findings: ['84:7 warning request-body-allowed'],
  },
  {
    replace: '    put:\n',
    by: "    head:\n      responses: { '200': { description: There it is. }, '404': { description: It is not. } }\n    put:\n",
    findings: ['72:20 error head-like-get'],
  },
  withPath(
    '/parks/{parkId}/map',
    ['93:39 error head-like-get'],
    [
      ...owner,
      'head:',
      '  responses:',
      "    '200': { description: A map., content: { application/json: {} } }",
    ],
  ),
  withPath(
    '/parks',
    ['91:9 error options-allow'],
    ['options:', '  responses:', "    '200': { description: What can be done. }"],
  ),
];
