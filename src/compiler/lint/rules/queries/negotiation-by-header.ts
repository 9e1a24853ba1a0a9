import type { Json } from '../../../../compiled/json.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { formatSuffixOf } from '../../../rule/format-suffix.ts';
import { parameterPlace } from '../../../rule/parameter-place.ts';
import { parameterValues } from '../../../rule/parameter-values.ts';
import { readWords } from '../../../rule/read-words.ts';
import type { ParameterNode } from '../../../workspace/openapi/parameter-node.ts';

const breed = '- name: breed\n          in: query\n          schema: { type: string }';

/** Callers ask for a media type by a header. */
export const negotiationByHeader = defineRule({
  name: 'negotiation-by-header',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'A media type is asked for by `Accept` and named by `Content-Type`, not by a path or a query.',
  why: 'One resource then has one URL, and every client and cache understands which form of it is meant.',
  examples: [
    { title: 'Media types of answers', edits: [], findings: [] },
    {
      title: 'A parameter that lists formats',
      edits: [
        editDefinition(breed, '- { name: format, in: query, schema: { type: string, enum: [json, xml] } }'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:21:19 The query parameter `format` asks for a media type.'],
    },
    {
      title: 'A parameter that has a format as its default',
      edits: [editDefinition(breed, '- { name: alt, in: query, schema: { type: string, default: json } }')],
      findings: ['apis/dog_park/v1/openapi.yaml:21:19 The query parameter `alt` asks for a media type.'],
    },
    {
      title: 'Formats of something else',
      edits: [
        editDefinition(breed, '- { name: format, in: query, schema: { type: string, enum: [long, short] } }'),
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
        'apis/dog_park/v1/openapi.yaml:8:3 The path asks for a media type by `.json`.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path asks for a media type by `.{ext}`.',
      ],
    },
    {
      title: 'A file that has its ending everywhere',
      edits: [editDefinition('/dogs:', '/openapi.json:')],
      findings: [],
    },
    {
      title: 'Headers that are declared by hand',
      edits: [
        editDefinition(
          breed,
          '- { name: accept, in: header, schema: { type: string } }\n        - { name: Content-Type, in: header, schema: { type: string } }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:19 The header `accept` is declared by hand.',
        'apis/dog_park/v1/openapi.yaml:22:19 The header `Content-Type` is declared by hand.',
      ],
    },
  ],
  checkDefinition: {
    path(path, { report }) {
      for (const index of path.segments.keys()) {
        const suffix = formatSuffixOf(path, index);
        if (suffix === undefined) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: `The path asks for a media type by \`${suffix}\`.`,
          help: 'Remove it, and let callers send an `Accept` header.',
        });
      }
    },
    operation({ method, query }, { report }) {
      if (method !== 'get') return;
      for (const parameter of query.values()) {
        if (!choosesFormat(parameter)) continue;
        report({
          at: parameterPlace(parameter),
          message: `The query parameter \`${parameter.name}\` asks for a media type.`,
          help: 'Remove it, and let callers send an `Accept` header.',
        });
      }
    },
    parameter(parameter, { report }) {
      const { name, location } = parameter;
      if (location !== 'header' || !/^(accept|content-type)$/i.test(name)) return;
      report({
        at: parameterPlace(parameter),
        message: `The header \`${name}\` is declared by hand.`,
        help: 'Remove it, since it follows from the media types of the bodies.',
      });
    },
  },
});

const names = new Set(
  readWords('format fmt alt output outputformat responseformat dataformat accept mediatype'),
);

const formats = new Set(
  readWords(`
    json xml yaml yml csv tsv html htm text txt pdf rss atom geojson jsonp json-ld jsonld ndjson kml gpx xls xlsx rdf
    ttl turtle media proto protobuf png jpg jpeg gif webp svg tif tiff
  `),
);

const mediaType = /^(application|text|image|audio|video)\/[\w.+-]+$/i;

/** Whether all values that are known of a parameter are formats. */
function choosesFormat(parameter: ParameterNode): boolean {
  if (!names.has(parameter.name.toLowerCase().replaceAll(/[^a-z]/g, ''))) return false;
  const values = parameterValues(parameter).map(({ value }) => value);
  return values.length > 0 && values.every(isFormat);
}

function isFormat(value: Json): boolean {
  return typeof value === 'string' && (formats.has(value.toLowerCase()) || mediaType.test(value));
}
