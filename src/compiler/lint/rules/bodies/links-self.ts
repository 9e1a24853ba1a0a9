import { answerWithResource } from './answers/answer-to-get.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findMissingLinks } from './answers/missing-links.ts';
import { offersPaging } from '../../resources/paging-parameters.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const self = "                self: { $ref: '#/components/schemas/Link' }";
const links = `            _links:
              type: object
              properties:
${self}
`;

/** The response to a GET, a PUT, a PATCH or the creation of a resource links to it. */
export const linksSelf = defineRule({
  name: 'links-self',
  section: '2.6',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'The object that a GET, a PUT or a PATCH returns has a `self` link, and so has a created one.',
  why: 'A stored or forwarded representation then still identifies its resource.',
  examples: [
    { title: 'A dog with a link to itself', edits: [], findings: [] },
    {
      title: 'A dog without links',
      edits: [editDefinition(`${links}    DogPage`, '    DogPage')],
      findings: [`${file}:120:5 The object declares no \`self\` link.`],
    },
    {
      title: 'The responses of a PUT and of a POST that creates',
      edits: [
        editDefinition(
          "        '204':\n          description: The dog is replaced.",
          "        '200':\n          description: The dog.\n          content: { application/json: { schema: { properties: { name: { type: string } } } } }",
        ),
        editDefinition(
          '              schema: { type: string, format: uri }\n',
          '              schema: { type: string, format: uri }\n          content: { application/json: { schema: { properties: { name: { type: string } } } } }\n',
        ),
      ],
      findings: [
        `${file}:45:42 The object declares no \`self\` link.`,
        `${file}:82:42 The object declares no \`self\` link.`,
      ],
    },
  ],
  checkDefinition: {
    body(body, { report }) {
      const schema = answerWithResource(body);
      if (!schema || offersPaging(body.operation)) return;
      for (const { at } of findMissingLinks(schema, ['self'])) {
        report({
          at,
          part: 'key',
          message: 'The object declares no `self` link.',
          help: 'Declare `_links.self`, a link with `href`.',
        });
      }
    },
  },
});
