import { answersToGets } from '../../../rule/answer-to-get.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { findMissingLinks } from '../../../rule/missing-links.ts';
import { oncePerView } from '../../../rule/once-per-view.ts';
import { ownMember } from '../../../rule/own-member.ts';
import type { SchemaNode } from '../../../workspace/openapi/schema-node.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const dogs = "items: { $ref: '#/components/schemas/Dog' }";
const links = `            _links:
              type: object
              properties:
                self: { $ref: '#/components/schemas/Link' }
    DogPage`;

/** What stands under `_embedded` links to itself. */
export const embeddedSelf = defineRule({
  name: 'embedded-self',
  section: '2.6',
  severity: 'warning',
  group: 'design',
  summary: 'What stands under `_embedded` has a `self` link.',
  why: 'A caller that got a resource inside of another can then fetch it by itself, in full.',
  examples: [
    { title: 'Embedded dogs with a link to themselves', edits: [], findings: [] },
    {
      title: 'Items without links',
      edits: [editDefinition(dogs, 'items: { type: object, properties: { name: { type: string } } }')],
      findings: [`${file}:140:15 The embedded object declares no \`self\` link.`],
    },
    {
      title: 'A single sub-resource with other links only',
      edits: [
        editDefinition(
          dogs,
          `${dogs}
            park:
              type: object
              properties:
                _links: { type: object, properties: { dogs: { $ref: '#/components/schemas/Link' } } }`,
        ),
      ],
      findings: [`${file}:144:17 The embedded object declares no \`self\` link.`],
    },
    {
      title: 'Items that are free-form',
      edits: [editDefinition(dogs, 'items: { type: object }')],
      findings: [],
    },
    {
      title: 'An object that a GET answers with too, of which links-self tells',
      edits: [editDefinition(links, '    DogPage')],
      findings: [],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      const embedded = ownMember(schema, '_embedded')?.schema;
      for (const object of embedded ? objectsIn(embedded) : []) {
        for (const { at } of findMissingLinks(object, ['self'])) {
          if (missedInAnswers(schema.view).has(at)) continue;
          const message = 'The embedded object declares no `self` link.';
          report({ at, part: 'key', message, help: 'Declare `_links.self`, a link with `href`.' });
        }
      }
    },
  },
});

/** The objects under `_embedded`: single ones, and the items of arrays. */
function objectsIn(embedded: SchemaNode): readonly SchemaNode[] {
  const members = embedded.isArray
    ? [embedded]
    : [...embedded.properties.values()].map(({ schema }) => schema);
  return members.flatMap((member) => (member?.isArray ? member.items : member) ?? []);
}

/** Where links to themselves are missed in what GETs answer with, which links-self and paging-links tell. */
const missedInAnswers = oncePerView((view): ReadonlySet<string> => {
  const missing = answersToGets(view).flatMap(({ schema }) => findMissingLinks(schema, ['self']));
  return new Set(missing.map(({ at }) => at));
});
