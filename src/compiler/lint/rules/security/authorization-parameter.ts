import { defineRule } from '#compiler/rule/define-rule.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';
import { carriesToken, isAuthorization, isData } from '#compiler/rule/queries/token-parameters.ts';

const breed = '- name: breed\n          in: query';

/** A security scheme declares how a call is authorized. */
export const authorizationParameter = defineRule({
  name: 'authorization-parameter',
  section: '5.1',
  severity: 'error',
  group: 'design',
  summary: 'No parameter carries the access token or is the `Authorization` header.',
  why: 'Every call sends the token in the `Authorization` header, which the gateway reads and does not forward.',
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
        'apis/dog_park/v1/openapi.yaml:21:17 The header `Authorization` is declared as a parameter.',
      ],
    },
    {
      title: 'A header that operations share, in lower case',
      edits: [editDefinition('name: limit\n      in: query', 'name: authorization\n      in: header')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:91:13 The header `authorization` is declared as a parameter.',
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
      title: 'Other names for it, and a token of something else',
      edits: [
        editDefinition(
          breed,
          "- { name: X-Auth-Token, in: header, schema: { type: string } }\n        - { name: token, in: query, description: 'The API token.', schema: { type: string } }\n        - { name: token, in: header, description: 'Of a device.', schema: { type: string } }\n        - { name: Authentication, in: header, description: 'An authentication token.', schema: { type: string } }\n        - { name: auth, in: query, description: 'The kind.', schema: { type: string } }\n        - name: breed\n          in: query",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:19 The access token is declared as the parameter `X-Auth-Token`.',
        'apis/dog_park/v1/openapi.yaml:22:19 The access token is declared as the parameter `token`.',
        'apis/dog_park/v1/openapi.yaml:24:19 The access token is declared as the parameter `Authentication`.',
      ],
    },
    {
      title: 'A token that a security scheme names',
      edits: [
        editDefinition(breed, breed.replace('breed', 'token')),
        editDefinition(
          'components:\n',
          'components:\n  securitySchemes:\n    person: { type: apiKey, in: query, name: token }\n',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The access token is declared as the parameter `token`.',
      ],
    },
    {
      title: 'A header that a security scheme names in another case',
      edits: [
        editDefinition(breed, '- name: x-token\n          in: header'),
        editDefinition(
          'components:\n',
          'components:\n  securitySchemes:\n    person: { type: apiKey, in: header, name: X-Token }\n',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The access token is declared as the parameter `x-token`.',
      ],
    },
    {
      title: 'A password by the name of a token',
      edits: [
        editDefinition(
          breed,
          "- { name: AuthToken, in: query, description: 'The password of the server.', schema: { type: string } }\n        - name: breed\n          in: query",
        ),
      ],
      findings: [],
    },
    {
      title: 'A password after a remark',
      edits: [
        editDefinition(
          breed,
          "- { name: AuthToken, in: query, description: '<p>Reserved. The password of the server, with <code>auth-token-strategy</code>.</p>', schema: { type: string } }\n        - name: breed\n          in: query",
        ),
      ],
      findings: [],
    },
    {
      title: 'A password that is called a token later',
      edits: [
        editDefinition(
          breed,
          "- { name: AuthToken, in: query, description: 'The password of the server. No dots are allowed in the AUTH token.', schema: { type: string } }\n        - name: breed\n          in: query",
        ),
      ],
      findings: [],
    },
    {
      title: 'The token that an operation is about',
      edits: [
        editDefinition(breed, breed.replace('breed', 'access_token')),
        editDefinition('  /dogs:\n', '  /token_info:\n'),
      ],
      findings: [],
    },
    {
      title: 'A token whose description mentions a password',
      edits: [
        editDefinition(
          breed,
          '- { name: access_token, in: query, description: The access token that the login with a password returns., schema: { type: string } }\n        - { name: X-Auth-Token, in: header, description: Of the session; no password is sent., schema: { type: string } }\n        - name: breed\n          in: query',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:19 The access token is declared as the parameter `access_token`.',
        'apis/dog_park/v1/openapi.yaml:22:19 The access token is declared as the parameter `X-Auth-Token`.',
      ],
    },
    {
      title: 'A token among those of other systems, which the API is to call',
      edits: [
        editDefinition(
          breed,
          '- { name: access_token, in: query, schema: { type: string } }\n        - { name: kennel_access_token, in: query, schema: { type: string } }\n        - name: breed\n          in: query',
        ),
      ],
      findings: [],
    },
    {
      title: 'The token under two names, neither of which is that of another system',
      edits: [
        editDefinition(
          breed,
          '- { name: access_token, in: query, schema: { type: string } }\n        - { name: oauth_token, in: query, schema: { type: string } }\n        - name: breed\n          in: query',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:19 The access token is declared as the parameter `access_token`.',
        'apis/dog_park/v1/openapi.yaml:22:19 The access token is declared as the parameter `oauth_token`.',
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
      findings: ['apis/dog_park/v1/openapi.yaml:6:17 The header `Authorization` is declared as a parameter.'],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    parameter(parameter, { report }) {
      if (!carriesToken(parameter) || isData(parameter)) return;
      report({
        at: parameter.pointerTo('name'),
        message: isAuthorization(parameter)
          ? `The header \`${parameter.name}\` is declared as a parameter.`
          : `The access token is declared as the parameter \`${parameter.name}\`.`,
        help: 'Remove it; a security scheme of type oauth2 declares that a token is required.',
      });
    },
  },
});
