import fc from 'fast-check';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';

/** A file as it is after an edit; without a text it is removed. */
export interface FileEdit {
  readonly file: string;
  readonly text: string | undefined;
}

const api = cleanSources['apis/dog_park/v1/api.yaml'] ?? '';
const config = cleanSources['gateway.config.yaml'] ?? '';
const [aboveSchemas = '', schemas = ''] = cleanDefinition.split('  schemas:\n');

function declareApi(name: string, definition: string): string {
  const word = name.toLowerCase();
  return api
    .replace('DogPark', `${name}Park`)
    .replace('/dog_park', `/${word}_park`)
    .replaceAll('dogs', `${word}s`)
    .replace('./openapi.yaml', definition);
}

const link = `Link:
  type: object
  required: [href]
  properties:
    href: { type: string, format: uri-reference }
`;
/** The schemas of the clean definition in a file that the globs find, but for one in a file that they do not find. */
export const sharedSchemas = schemas
  .replaceAll(/^ {4}/gm, '')
  .replaceAll('#/components/schemas/Link', '../../parts/link.yaml#/Link')
  .replaceAll('#/components/schemas/', '#/')
  .replace(link, '');
/** The clean definition with the schemas left out, two folders below `apis`. */
export const splitDefinition = aboveSchemas.replaceAll(
  '#/components/schemas/',
  '../../shared/schemas.yaml#/',
);
/** Schemas with one finding, `code` of an error being a number. */
export const numberedSchemas = sharedSchemas.replace('code: { type: string }', 'code: { type: integer }');
/** Schemas with one finding that `--fix` mends. */
const datedSchemas = sharedSchemas.replace(
  "format: date-time, example: '2026-03-01T09:30:00Z'",
  "example: '2026-03-01T09:30:00Z'",
);
const tier = 'kind: Tier\nname: silver\nlimit: { requests: 1, unit: minute }\n';

function camelCase(definition: string): string {
  return definition.replace('  /dogs:', '  /parkDogs:');
}

/** The possible edits of a definition: findings, comments, other versions, errors, an additional declaration. */
function statesOf(definition: string): readonly (string | undefined)[] {
  const comment = '  # gatewright-ignore path-snake-case: as it always was\n';
  return [
    definition,
    camelCase(definition),
    camelCase(definition).replace('  /parkDogs:', `${comment}  /parkDogs:`),
    definition.replace('  /dogs:', `${comment}  /dogs:`),
    definition.replace('3.0.3', '3.2.0'),
    definition.replace("'304':", "'305':"),
    definition.replace('  /dogs/{dogId}:\n', "  /dogs/{dogId}:\n    $ref: './nowhere.yaml'\n"),
    `${definition}x: [`,
    `kind: Tier\n${definition}`,
    undefined,
  ];
}

/** Every file that may change, and its possible texts; it begins with the first. */
const states: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'apis/dog_park/v1/openapi.yaml': statesOf(cleanDefinition),
  'apis/cat_park/v1/openapi.yaml': [
    ...statesOf(splitDefinition),
    cleanDefinition,
    // A part that is a declaration, and one that is another API's definition.
    splitDefinition.replace("'../../shared/schemas.yaml#/NewDog'", "'./api.yaml#/endpoints'"),
    splitDefinition.replace(
      '../../shared/schemas.yaml#/',
      '../../dog_park/v1/openapi.yaml#/components/schemas/',
    ),
  ],
  'apis/fox_park/v1/openapi.yaml': statesOf(splitDefinition),
  'apis/dog_park/v1/api.yaml': [
    api,
    declareApi('Dog', '../../cat_park/v1/openapi.yaml'),
    declareApi('Dog', 'https://dogs.example.edu/openapi.yaml'),
    undefined,
  ],
  'apis/cat_park/v1/api.yaml': [
    declareApi('Cat', './openapi.yaml'),
    declareApi('Cat', '../../fox_park/v1/openapi.yaml'),
    declareApi('Cat', '../../shared/schemas.yaml'),
    undefined,
  ],
  'apis/fox_park/v1/api.yaml': [declareApi('Fox', './openapi.yaml'), undefined],
  'apis/elk_park/v1/api.yaml': [declareApi('Elk', '../../cat_park/v1/openapi.yaml'), undefined],
  'apis/shared/schemas.yaml': [
    sharedSchemas,
    numberedSchemas,
    datedSchemas,
    datedSchemas.replace(
      'createdAt:',
      'createdAt: # gatewright-ignore date-time-format: nobody knows\n             ',
    ),
    sharedSchemas.replaceAll('../../parts/link.yaml', './link.yaml'),
    `${numberedSchemas}# ${'x'.repeat(5000)}\n`,
    `kind: Tier\n${sharedSchemas}`,
    `kind: Teir\n${sharedSchemas}`,
    `kind: Kennel\n${sharedSchemas}`,
    `${sharedSchemas}---\n${tier}`,
    `${sharedSchemas}x: [`,
    tier,
    '',
    undefined,
  ],
  'apis/shared/link.yaml': [undefined, link, link.replace('type: string', 'type: integer')],
  'parts/link.yaml': [
    link,
    link.replace('{ type: string, format: uri-reference }', '{ type: integer }'),
    link.replace('Link:', 'Links:'),
    `kind: Tier\n${link}`,
    `${link}# ${'x'.repeat(9000)}\n`,
    undefined,
  ],
  'gateway.config.yaml': [
    config,
    `${config}lint: { rules: { date-time-format: off, path-snake-case: warning } }\n`,
    `${config}lint: { overrides: [{ files: ['apis/shared/*'], rules: { error-body-types: off } }] }\n`,
    `${config}lint: { overrides: [{ files: ['apis/cat_park/**'], rules: { path-snake-case: info } }] }\n`,
    `${config}sizes: { definitionBytes: 6000 }\n`,
    `${config}sizes: { declarationBytes: 1024 }\n`,
    `${config}sources: ['apis/**/*.yaml', 'applications/*.yaml', tiers.yaml, 'parts/*.yaml']\n`,
    `${config}lint: [`,
  ],
  'gatewright-ignore.yaml': [
    undefined,
    '- { rule: error-body-types, file: apis/shared/schemas.yaml, pointer: /Error, reason: as it was }\n',
    "- { rule: path-snake-case, file: 'apis/*/v1/openapi.yaml', pointer: /paths, reason: as it was }\n",
    '- {',
  ],
  'gatewright-baseline.json': [undefined, '{"kind":"Baseline","format":1,"findings":[]}', '{'],
};

/** A gateway of four APIs: one definition is self-contained, two share parts, and two APIs share one of those. */
export const changingProject: Readonly<Record<string, string>> = {
  ...cleanSources,
  ...Object.fromEntries(
    Object.entries(states).flatMap(([file, [text]]) => (text === undefined ? [] : [[file, text]])),
  ),
};

const anyEdit = fc.constantFrom(
  ...Object.entries(states).flatMap(([file, texts]) =>
    texts.map((text, index) => ({ file, text, [fc.toStringMethod]: () => `${file} ${index}` })),
  ),
);

/** Some edits at once, each of another file. */
export const someEdits: fc.Arbitrary<readonly FileEdit[]> = fc.uniqueArray(anyEdit, {
  minLength: 1,
  maxLength: 3,
  selector: ({ file }) => file,
});
