import { answerToGet } from './answers/answer-to-get.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findMissingLinks } from './answers/missing-links.ts';
import { offersPaging } from '../../resources/paging-parameters.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const links = ['self', 'next', 'prev', 'first', 'last'] as const;
const lineOf = (name: string): string => `            ${name}: { $ref: '#/components/schemas/Link' }\n`;
const all = `        _links:
          type: object
          properties:
${links.map(lineOf).join('')}`;

/** A page links to itself and to the other pages. */
export const pagingLinks = defineRule({
  name: 'paging-links',
  section: '4.5',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'A page has the links `self`, `next`, `prev`, `first` and `last` under `_links`.',
  why: 'Callers page by following links, and need not know the paging parameters.',
  examples: [
    { title: 'All five links', edits: [], findings: [] },
    {
      title: 'Some links missing',
      edits: [editDefinition(lineOf('prev'), ''), editDefinition(lineOf('last'), '')],
      findings: [`${file}:141:9 The page does not declare the links \`prev\` and \`last\` under \`_links\`.`],
    },
    {
      title: 'No links at all',
      edits: [editDefinition(all, '')],
      findings: [
        `${file}:131:5 The page does not declare the links \`self\`, \`next\`, \`prev\`, \`first\` and \`last\` under \`_links\`.`,
      ],
    },
  ],
  checkDefinition: {
    body(body, { report }) {
      const schema = answerToGet(body);
      if (!schema || !offersPaging(body.operation)) return;
      for (const { at, names } of findMissingLinks(schema, links)) {
        report({
          at,
          part: 'key',
          message: `The page does not declare ${listLinks(names)} under \`_links\`.`,
          help: `Declare ${names.length === 1 ? 'it' : 'them'} there, each an object with \`href\`.`,
        });
      }
    },
  },
});

function listLinks(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length === 1) return `the link ${quoted[0]}`;
  return `the links ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
