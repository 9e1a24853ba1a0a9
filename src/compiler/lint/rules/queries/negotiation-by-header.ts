import {
  adviseOnFormat,
  adviseOnHeader,
  operationsWith,
} from '#compiler/rule/negotiation/advise-on-negotiation.ts';
import { namedMediaTypes, typeOf } from '#compiler/rule/negotiation/named-media-types.ts';
import { choosesFormat, isFormatElement, formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { parameterPlace } from '#compiler/rule/queries/parameter-values.ts';
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
    {
      title: 'A parameter whose description lists formats',
      edits: [
        editDefinition(
          breed,
          "- { name: output, in: query, description: 'Output format, <code>json</code> or <code>csv</code>.', schema: { type: string } }",
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:21:19 The query parameter `output` selects a media type.'],
    },
    {
      title: 'Formats of something else',
      edits: [
        editDefinition(
          breed,
          `- { name: format, in: query, schema: { type: string, enum: [long, short] } }
        - { name: mimeType, in: query, description: 'Only files of this type, such as text/csv or application/json.', schema: { type: string } }
        - { name: contentType, in: query, description: 'Filters by content type (application/pdf, application/xml).', schema: { type: string } }
        - { name: media_type, in: query, description: 'The kind of media: photo, text, json.', schema: { type: string } }
        - { name: extension, in: query, description: 'File extension to search for, e.g. json, pdf.', schema: { type: string } }
        - { name: dateFormat, in: query, description: 'Format of dates in JSON or CSV.', schema: { type: string } }
        - { name: fmt, in: query, description: 'Format of dates in JSON or CSV.', schema: { type: string } }
        - { name: output, in: query, description: 'Fields of the JSON output, as text separated by commas.', schema: { type: string } }`,
        ),
      ],
      findings: [],
    },
    {
      title: 'Endings of paths',
      edits: [
        editDefinition('/dogs:', '/dogs.json:'),
        editDefinition('/dogs/{dogId}:', '/dogs/{dogId}.{ext}:'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path selects a media type with `.json`.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path selects a media type with `.{ext}`.',
      ],
    },
    {
      title: 'An ending with another name that is one of several formats',
      edits: [
        editDefinition('/dogs/{dogId}:', '/dogs/{dogId}/pedigree.{output_format}:'),
        editDefinition(
          '- name: dogId',
          '- { name: output_format, in: path, required: true, schema: { type: string, enum: [json, xml] } }\n      - name: dogId',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:46:3 The path selects a media type with `.{output_format}`.'],
    },
    {
      title: 'A path segment that is one of several formats',
      edits: [
        editDefinition('/dogs/{dogId}:', '/{format}/dogs/{dogId}:'),
        editDefinition(
          '- name: dogId',
          '- { name: format, in: path, required: true, schema: { type: string, enum: [JSON, XML] } }\n      - name: dogId',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:46:3 The path selects a media type with `{format}`.'],
    },
    {
      title: 'The ending of a feed',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{dogId}.rss:')],
      findings: ['apis/dog_park/v1/openapi.yaml:46:3 The path selects a media type with `.rss`.'],
    },
    {
      title: 'A file that has its ending everywhere',
      edits: [editDefinition('/dogs:', '/openapi.json:')],
      findings: [],
    },
    {
      title: 'Headers that are declared as parameters',
      edits: [
        editDefinition(
          breed,
          '- { name: accept, in: header, schema: { type: string } }\n        - { name: Content-Type, in: header, schema: { type: string } }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:19 The header `accept` is declared as a parameter.',
        'apis/dog_park/v1/openapi.yaml:22:19 The header `Content-Type` is declared as a parameter.',
      ],
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

/** The format in an element of a path: its ending, or all of it. */
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
