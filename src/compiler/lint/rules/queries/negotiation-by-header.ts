import { adviseOnFormat, adviseOnHeader, operationsWith } from './negotiation/advise-on-negotiation.ts';
import { namedMediaTypes, typeOf } from './negotiation/named-media-types.ts';
import { choosesFormat, isFormatElement, formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { parameterPlace } from '#compiler/rule/parts/parameter-values.ts';
import type { PathNode } from '#openapi/model.ts';

const breed = '- name: breed\n          in: query\n          schema: { type: string }';

/** Callers request a media type by a header. */
export const negotiationByHeader = defineRule({
  name: 'negotiation-by-header',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'Clients select a media type with the `Accept` header, not with a path or a query parameter.',
  why: 'Each resource then has one URL, and every client and cache knows which representation is requested.',
  examples: [
    { title: 'Media types of responses', edits: [], findings: [] },
    {
      title: 'A parameter that lists formats',
      edits: [
        editDefinition(breed, '- { name: format, in: query, schema: { type: string, enum: [json, xml] } }'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:21:19 The query parameter `format` selects a media type.'],
    },
    {
      title: 'A parameter that has a format as its default',
      edits: [editDefinition(breed, '- { name: alt, in: query, schema: { type: string, default: json } }')],
      findings: ['apis/dog_park/v1/openapi.yaml:21:19 The query parameter `alt` selects a media type.'],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report }) {
      for (const index of path.segments.keys()) {
        const choice = findChoice(path, index);
        if (choice === undefined) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The path selects a media type with \`${choice}\`.`,
          help: adviseOnFormat(path.operations, typesOfElement(path, index)),
        });
      }
    },
    operation({ method, query }, { report }) {
      if (method !== 'GET') return;
      for (const parameter of query.values()) {
        if (!choosesFormat(parameter)) continue;
        report({
          at: parameterPlace(parameter),
          message: `The query parameter \`${parameter.name}\` selects a media type.`,
          help: adviseOnFormat(operationsWith(parameter), namedMediaTypes(parameter)),
        });
      }
    },
    parameter(parameter, { report }) {
      const { name, location } = parameter;
      if (location !== 'header' || !/^(accept|content-type)$/i.test(name)) return;
      report({
        at: parameterPlace(parameter),
        message: `The header \`${name}\` is declared as a parameter.`,
        help: adviseOnHeader(parameter),
      });
    },
  },
});

/** The format in an element of a path: its suffix, or the whole element; undefined if there is none. */
function findChoice(path: PathNode, index: number): string | undefined {
  return (
    formatSuffixOf(path, index) ?? (isFormatElement(path, index) ? path.segments[index]?.text : undefined)
  );
}

/** The media types that an element of a path selects from. */
function typesOfElement({ segments, operations }: PathNode, index: number): readonly string[] {
  const { text = '', parameters = [] } = segments[index] ?? {};
  const known = operations[0]?.parameters ?? [];
  const choosing = known.filter(({ location, name }) => location === 'path' && name === parameters.at(-1));
  return text.endsWith('}') ? choosing.flatMap(namedMediaTypes) : typeOf(text.split('.').at(-1) ?? '');
}
