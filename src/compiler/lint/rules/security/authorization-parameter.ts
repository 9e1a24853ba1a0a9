import { defineRule } from '../../../rule/define-rule.ts';
import { definitionFile, editDefinition } from '../../../rule/example-edits.ts';
import type { ParameterNode } from '../../../workspace/openapi/parameter-node.ts';

const breed = '- name: breed\n          in: query';

/** How a call is authorised is said by a security scheme. */
export const authorizationParameter = defineRule({
  name: 'authorization-parameter',
  section: '5.1',
  severity: 'error',
  group: 'design',
  summary: 'No parameter stands for the access token.',
  why: 'Every call carries it in its `Authorization` header, which the gateway reads and does not pass on.',
  examples: [
    { title: 'A parameter of another name', edits: [], findings: [] },
    {
      title: 'Authorization in the query is something else',
      edits: [editDefinition(breed, breed.replace('breed', 'authorization'))],
      findings: [],
    },
    {
      title: 'The header',
      edits: [editDefinition(breed, '- name: Authorization\n          in: header')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The access token is declared as the parameter `Authorization`.',
      ],
    },
    {
      title: 'A header that operations share, in lower case',
      edits: [editDefinition('name: limit\n      in: query', 'name: authorization\n      in: header')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:91:13 The access token is declared as the parameter `authorization`.',
      ],
    },
    {
      title: 'The token in the query',
      edits: [editDefinition(breed, breed.replace('breed', 'access_token'))],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The access token is declared as the parameter `access_token`.',
      ],
    },
    {
      title: 'Swagger 2.0',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    parameters:
      - { name: Authorization, in: header, type: string }
    get:
      responses:
        '200': { description: The dogs. }
`,
        },
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:6:17 The access token is declared as the parameter `Authorization`.',
      ],
    },
  ],
  checkDefinition: {
    parameter(parameter, { report }) {
      if (!carriesToken(parameter)) return;
      report({
        at: parameter.pointerTo('name'),
        message: `The access token is declared as the parameter \`${parameter.name}\`.`,
        help: 'Leave it out; a security scheme of type oauth2 says that a token is needed.',
      });
    },
  },
});

/** In the query the name is that of RFC 6750, section 2.3. */
function carriesToken({ name, location }: ParameterNode): boolean {
  if (location === 'header') return name.toLowerCase() === 'authorization';
  return location === 'query' && name === 'access_token';
}
