import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { carriesToken, isAuthorization, isData } from './credentials/token-parameters.ts';

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
      title: 'The token in the query',
      edits: [editDefinition(breed, breed.replace('breed', 'access_token'))],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The access token is declared as the parameter `access_token`.',
      ],
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
