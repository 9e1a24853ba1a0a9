import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { declaringOperation, isDeclaredWith } from './advice/declared-parameters.ts';
import { otherPagingRole } from '../../resources/paging-parameters.ts';
import { parameterPlace } from '#compiler/rule/parts/parameter-values.ts';
import { roleInPlace, sortsInPlace } from '../../resources/query-roles.ts';
import { readWords, toCamelCase } from '#compiler/rule/words/split-words.ts';
import type { ParameterNode } from '#openapi/model.ts';

/** The names of query parameters are in camelCase. */
export const queryCamelCase = defineRule<'standard'>({
  name: 'query-camel-case',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The names of query parameters are in camelCase.',
  why: 'Callers who know the parameters of one API then know how those of all others are spelled.',
  options: {
    standard: {
      description: 'Names that a standard defines in another case, such as `redirect_uri`.',
      effect: 'allow',
      words: readWords(`
        access_token client_id code_challenge code_challenge_method grant_type id_token_hint post_logout_redirect_uri redirect_uri
        oauth_callback oauth_consumer_key oauth_nonce oauth_signature oauth_signature_method oauth_timestamp oauth_token
        oauth_token_secret oauth_verifier oauth_version response_mode response_type
      `),
    },
  },
  examples: [
    {
      title: 'A name in camelCase',
      edits: [editDefinition('- name: breed', '- name: bornAfter')],
      findings: [],
    },
    {
      title: 'Names in other cases',
      edits: [
        editDefinition(
          '- name: breed',
          '- { name: BreedID, in: query, schema: { type: string } }\n        - name: born_after',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:19 The query parameter `BreedID` is not in camelCase.',
        'apis/dog_park/v1/openapi.yaml:22:17 The query parameter `born_after` is not in camelCase.',
      ],
    },
  ],
  checkDefinition: {
    parameter(parameter, { report, options }) {
      const { name, location } = parameter;
      if (location !== 'query' || isCamelCase(name) || options.standard.has(name)) return;
      if (isReplaced(parameter)) return;
      report({
        at: parameterPlace(parameter),
        message: `The query parameter \`${name}\` is not in camelCase.`,
        help: adviseOn(parameter),
      });
    },
  },
});

/** Whether another rule requires a certain name for the parameter. */
function isReplaced(parameter: ParameterNode): boolean {
  const role = roleInPlace(parameter.name)?.role;
  if (role !== undefined && role !== 'sorting') return true;
  return (otherPagingRole(parameter) ?? sortsInPlace(parameter)) !== undefined;
}

/** Whether a name is in camelCase, without a part in brackets, which is a separate attribute. */
function isCamelCase(name: string): boolean {
  return /^[a-z][A-Za-z0-9]*(\[.*)?$/.test(name);
}

function adviseOn(parameter: ParameterNode): string {
  const suggested = nameInCamelCase(parameter.name);
  if (!isCamelCase(suggested)) return 'Use letters and numbers, starting with a lower-case letter.';
  if (isDeclaredWith(parameter, suggested)) return `Combine it with \`${suggested}\`.`;
  const names = declaringOperation(parameter)?.query.keys() ?? [];
  const first = [...names].find((name) => nameInCamelCase(name) === suggested);
  return first === undefined || first === parameter.name
    ? `Write \`${suggested}\`.`
    : `Combine it with \`${first}\`, as one parameter.`;
}

function nameInCamelCase(name: string): string {
  return toCamelCase(name.replace(/\[.*/, ''));
}
