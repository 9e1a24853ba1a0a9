import { expect, test } from 'vitest';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { lintTexts } from './lint-texts.ts';

const dogPage = "              schema: { $ref: '#/components/schemas/DogPage' }\n";
const breed = '- name: breed\n          in: query\n          schema: { type: string }';
const code = '        code: { type: string }\n';
const created = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";

const writeWithZone = (value: string) => `Write it with \`Z\` or a numeric offset, as \`${value}\`.`;

const sendDates = 'Write `format: date`, and send values such as `2026-03-01`.';

/** The help depends on the context of the problem: rule, replaced text, text in its place, help. */
const helps: readonly (readonly [rule: string, from: string, to: string, help: string])[] = [
  [
    'path-qualified-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/year/{year}:\n',
    'Write `year={year}` if it identifies one element. Otherwise declare `year` as a query parameter.',
  ],
  ['path-qualified-identifier', '  /dogs/{dogId}:\n', '  /dogs/dog_id/{dogId}:\n', 'Write `dog_id={dogId}`.'],
  [
    'path-qualified-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/series-{series}:\n',
    'Write `series={series}` if it identifies one element. Otherwise declare `series` as a query parameter.',
  ],
  ['path-qualified-identifier', '  /dogs/{dogId}:\n', '  /dogs/dog_id:{dogId}:\n', 'Write `dog_id={dogId}`.'],
  [
    'path-qualified-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/page/{page}:\n',
    'Declare it as the query parameter `pageNumber`.',
  ],
  [
    'path-qualified-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/by_registry/{country}/{dogId}:\n',
    'Write `registry={country},{dogId}` if they identify one element. Otherwise declare `country` and `dogId` as query parameters.',
  ],
  [
    'path-qualified-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/by_registry/{country}/{dogId}.json:\n',
    'Write `registry={country},{dogId}` if they identify one element. Otherwise declare `country` and `dogId` as query parameters.',
  ],
  [
    'path-qualified-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/by_owner/{kennel}/{ownerName}:\n',
    'Write `owner={ownerName},{kennel}` if they identify one element. Otherwise declare `kennel` and `ownerName` as query parameters.',
  ],
  [
    'openapi-structure',
    breed,
    breed.replace('type: string', 'type: string, pattern: 0'),
    'Write a regular expression as a string, or remove it.',
  ],
  [
    'link-operation',
    'description: The dog is registered.',
    "description: The dog is registered.\n          links: { dog: { operationRef: '#/dogs/{dogId}' } }",
    'Write `#/paths/~1dogs~1{dogId}/get`.',
  ],
  [
    'link-operation',
    'description: The dog is registered.',
    "description: The dog is registered.\n          links: { dog: { operationRef: '#/cats/{catId}' } }",
    'Check the path, in which `~1` stands for a slash, and the method.',
  ],
  [
    'schema-values',
    'items: { type: string }',
    'items: { type: array, items: { type: string }, enum: [a] }',
    'Move the listed values to `items`.',
  ],
  [
    'array-homogeneous',
    'items: { type: string }',
    'items: { anyOf: [{ type: integer }, { type: string }] }',
    'Give all items the same type, such as string. If the position of an item says what it is, declare an object with named members instead.',
  ],
  [
    'array-homogeneous',
    'items: { type: string }',
    'items: { anyOf: [{ type: string }, { type: object, nullable: true }] }',
    'Give all items the same type. If the object is there to allow null, make the other type nullable instead.',
  ],
  [
    'array-homogeneous',
    'items: { type: string }',
    'items: { anyOf: [{ type: object }, { type: string }] }',
    'Give all items the same type, such as an object with named members.',
  ],
  [
    'body-media-type',
    dogPage,
    `${dogPage}            text/csv: {}\n`,
    'Remove it, since `application/hal+json` is offered too.',
  ],
  [
    'body-media-type',
    'application/hal+json:',
    'text/csv:',
    'Offer `application/json` or `application/xml` instead.',
  ],
  [
    'operation-access-documented',
    'summary: Shows a dog.\n',
    'summary: Shows a dog.\n      security: []\n',
    'If everyone may call it, declare `operationAccess: { "GET /dogs/{dogId}": public }`. Otherwise require a token in the `security` of the document.',
  ],
  [
    'method-responses',
    "        '201':\n",
    "        '200': { description: It was there. }\n        '201':\n",
    'Remove it, since the operation declares `201` too.',
  ],
  [
    'method-responses',
    '    put:\n',
    "    post: { responses: { '200': { description: The dog. }, '404': { description: None. } } }\n    put:\n",
    'Return `201` with a `Location` header, `202` if the work is done later, or change the resource by PUT or PATCH.',
  ],
  [
    'date-time-format',
    created,
    "birth_date: { type: string, example: '2026-03-01T09:30:00Z' }",
    'Add `format: date-time`, or `date` where there is no time of day.',
  ],
  [
    'date-time-format',
    created,
    'updateTime: { type: string }',
    'Add `format: date-time`, or `date` where there is no time of day.',
  ],
  [
    'date-time-format',
    created,
    "date: { type: string, description: 'YYYY-MM-DD or YYYY-MM-DD:HH.' }",
    'Add `format: date-time`, or `date` where there is no time of day, and send values such as `2026-03-01T09:30:00Z` or `2026-03-01`.',
  ],
  [
    'date-time-format',
    created,
    "createdAt: { type: string, pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }",
    'Replace the pattern by `format: date-time`, and send values such as `2026-03-01T09:30:00Z`.',
  ],
  [
    'date-time-format',
    created,
    "dob: { type: string, pattern: '^\\d{2}/\\d{2}/\\d{4}$' }",
    'Replace the pattern by `format: date`, and send values such as `2026-03-01`.',
  ],
  [
    'date-time-format',
    created,
    "date: { type: string, pattern: '^\\d+$' }",
    'Replace the pattern by `format: date` or `format: date-time`, and send values such as `2026-03-01` or `2026-03-01T09:30:00Z`.',
  ],
  [
    'date-time-format',
    created,
    'dob: { type: integer }',
    'Declare `type: string` and `format: date-time`, or `date` where there is no time of day, and send values such as `2026-03-01T09:30:00Z` or `2026-03-01`.',
  ],
  [
    'date-time-format',
    created,
    'seen_on: { type: integer, example: 1593409124 }',
    'Declare `type: string` and `format: date-time`, and send values such as `2026-03-01T09:30:00Z`.',
  ],
  [
    'date-time-format',
    created,
    'start_time: { type: string }',
    'Add `format: date-time`, or `time` where there is no date.',
  ],
  [
    'date-time-format',
    created,
    "date: { type: string, description: 'As yyyy-MM-dd.' }",
    'Add `format: date`.',
  ],
  [
    'date-time-format',
    created,
    'expires_on: { type: string, description: Seconds from 1970 until it expires. }',
    'Add `format: date-time`, and send values such as `2026-03-01T09:30:00Z`.',
  ],
  [
    'date-time-format',
    created,
    "start_date: { type: string, pattern: '^\\d{4}-\\d{2}-\\d{2}$', example: '2026-03-01T09:30:00Z' }",
    'Add `format: date`.',
  ],
  [
    'date-time-format',
    breed,
    "- { name: startDate, in: query, description: 'In the format yyyy-mm-dd.', schema: { type: string } }",
    'Add `format: date`.',
  ],
  [
    'date-time-format',
    created,
    "seen_at: { type: string, description: 'In the format YYYY-MM-DD HH:MM:SS.' }",
    'Add `format: date-time`, or `date` where there is no time of day, and send values such as `2026-03-01T09:30:00Z` or `2026-03-01`.',
  ],
  [
    'date-time-format',
    created,
    'start_date: { type: string, example: 01/03/2026 }',
    'Add `format: date-time`, or `date` where there is no time of day, and send values such as `2026-03-01T09:30:00Z` or `2026-03-01`.',
  ],
  [
    'date-time-format',
    created,
    "date: { type: string, description: 'As yyyy-MM-ddTHH:mm.' }",
    'Add `format: date-time`, or `date` where there is no time of day, and send values such as `2026-03-01T09:30:00Z` or `2026-03-01`.',
  ],
  [
    'date-time-format',
    created,
    "endDate: { type: string, description: The last day of the walk., example: '2026-03-01T09:30:00Z' }",
    'Add `format: date-time`, or `date` where there is no time of day.',
  ],
  [
    'date-time-format',
    created,
    "endDate: { type: string, description: The time when the walk ends., example: '2026-03-01T09:30:00Z' }",
    'Add `format: date-time`.',
  ],
  [
    'date-time-format',
    created,
    'startTime: { type: string, description: As in RFC 822. }',
    'Add `format: date-time`, or `time` where there is no date, and send values such as `2026-03-01T09:30:00Z` or `09:30:00`.',
  ],
  [
    'date-time-format',
    created,
    'creationTimestamp: { type: string, description: In seconds from 1970. }',
    'Add `format: date-time`, and send values such as `2026-03-01T09:30:00Z`.',
  ],
  [
    'error-body-fields',
    code,
    `        documentation_url: { type: string }\n${code}`,
    'Use `moreInformation` instead, which is already declared.',
  ],
  [
    'error-body-fields',
    code,
    `        errorMessage: { type: string }\n${code}`,
    'Use `message` instead, which is already declared.',
  ],
  [
    'error-body-fields',
    code,
    '        request_id: { type: string }\n',
    'Remove it; the known fields are `message`, `developerMessage`, `moreInformation`, `errors` and `code`.',
  ],
  [
    'error-body-fields',
    '        developerMessage: { type: string }\n',
    '        request_id: { type: string }\n',
    'Use `developerMessage` for it, or remove it.',
  ],
  [
    'error-body-fields',
    '        developerMessage: { type: string }\n',
    '        detail: { anyOf: [{ type: string }, { type: object }] }\n',
    'Remove it; the known fields are `message`, `developerMessage`, `moreInformation`, `errors` and `code`.',
  ],
  [
    'error-body-fields',
    '        moreInformation: { type: string',
    '        webSearchUrl: { type: string',
    'Use `moreInformation` for it, or remove it.',
  ],
  [
    'error-body-fields',
    '        moreInformation: { type: string',
    '        ref: { description: Link to the documentation of this kind of error., type: string',
    'Use `moreInformation` for it, or remove it.',
  ],
  [
    'error-body-fields',
    '        moreInformation: { type: string',
    "        ref: { example: 'https://example.org/errors', type: string",
    'Use `moreInformation` for it, or remove it.',
  ],
  ...['MM/DD/YYYY', 'dd-MM-yyyy', 'YYYY.MM.DD', '_yyyy-MM-dd HH:mm:ss_'].map(
    (form): readonly [string, string, string, string] => [
      'date-time-format',
      created,
      `seenDate: { type: string, description: 'Format: ${form}.' }`,
      'Add `format: date-time`, or `date` where there is no time of day, and send values such as `2026-03-01T09:30:00Z` or `2026-03-01`.',
    ],
  ),
  [
    'date-time-format',
    created,
    "seenTimestamp: { type: string, description: 'As YYYY-MM-DD HH:MM:SS.', example: '2026-03-01T09:30:00Z' }",
    'Add `format: date-time`, and send values such as `2026-03-01T09:30:00Z`.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { type: object, required: [dog_count], properties: { dogCount: {} }, additionalProperties: false }\n    NewDog:\n',
    'Require `dogCount`, which is declared, or declare `dog_count` among the properties.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { allOf: [{ properties: { age: {} }, additionalProperties: false }, { required: [name, age, size], properties: { name: {}, size: {} } }] }\n    NewDog:\n',
    'Declare `name` and `size` in the closed part too, or open that part.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { properties: { age: {} }, additionalProperties: false, allOf: [{ required: [name], properties: { name: {} } }] }\n    NewDog:\n',
    'Declare `name` in the schema around `allOf` too, or open that schema.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { required: [name], additionalProperties: false, allOf: [{ properties: { name: {} } }] }\n    NewDog:\n',
    'Remove `additionalProperties: false`, which forbids what only the parts of the schema declare.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { required: [name], additionalProperties: false, oneOf: [{ properties: { name: {} } }, { properties: { age: {} } }] }\n    NewDog:\n',
    'Remove `additionalProperties: false`, which forbids what only the parts of the schema declare.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { required: [name], additionalProperties: false, allOf: [{ properties: { age: {} } }] }\n    NewDog:\n',
    'Declare `name` among the properties, or do not require it.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { properties: { age: {} }, additionalProperties: false, allOf: [{ required: [name], properties: { name: {}, size: {} } }] }\n    NewDog:\n',
    'Remove `additionalProperties: false` from the schema around `allOf`; it forbids what only its parts declare.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { allOf: [{ properties: { age: {} }, additionalProperties: false }, { required: [name], properties: { name: {}, size: {} } }] }\n    NewDog:\n',
    'Remove `additionalProperties: false` from the closed part; it forbids what only the others declare.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { allOf: [{ required: [age], properties: { age: {} }, additionalProperties: false }, { required: [name], properties: { name: {} }, additionalProperties: false }] }\n    NewDog:\n',
    'Open the closed schemas, or declare in each of them what the others require.',
  ],
  [
    'required-allowed',
    '    NewDog:\n',
    '    Kennel: { allOf: [{ required: [name] }, { properties: { age: {} }, additionalProperties: false }, { properties: { size: {} }, additionalProperties: false }] }\n    NewDog:\n',
    'Remove `additionalProperties: false` from the closed schemas; each forbids what only the others declare.',
  ],
  [
    'error-body-fields',
    '        errors:\n          type: array\n',
    '        details:\n          type: object\n',
    'Remove it; the known fields are `message`, `developerMessage`, `moreInformation`, `errors` and `code`.',
  ],
  [
    'error-body-fields',
    '        errors:\n',
    '        details:\n',
    'Use `errors` for it, as an array of objects with a `message` each, or remove it.',
  ],
  [
    'error-body-values',
    code,
    "        code: { type: string, default: '' }\n",
    'Remove the default; an element without a value is omitted.',
  ],
  [
    'error-body-values',
    code,
    "        code: { type: string, enum: [dogs, ''] }\n",
    'Remove the value; an element without one is omitted.',
  ],
  [
    'error-body-values',
    code,
    '        code: { type: string, example: null }\n',
    'Remove the example, or give one with a value.',
  ],
  // Only an array or an object could be called `errors`.
  [
    'error-body-fields',
    code,
    `        error: { type: string }\n${code}`,
    'Remove it; the known fields are `message`, `developerMessage`, `moreInformation`, `errors` and `code`.',
  ],
  [
    'error-body-fields',
    code,
    `        error: { type: array }\n${code}`,
    'Use `errors` instead, which is already declared.',
  ],
  [
    'error-body-fields',
    code,
    `        help: { type: object }\n${code}`,
    'Remove it; the known fields are `message`, `developerMessage`, `moreInformation`, `errors` and `code`.',
  ],
  [
    'error-body-fields',
    code,
    `        errorCode: { type: string }\n${code}`,
    'Use `code` instead, which is already declared.',
  ],
  ['error-body-fields', code, '        errorCode: { type: string }\n', 'Call it `code`.'],
  ['error-body-fields', code, '        coode: { type: string }\n', 'Did you mean `code`?'],
  ['path-snake-case', '  /dogs:\n', '  /CSVtoJSON/dogs:\n', 'Write `csv_to_json`.'],
  ['path-snake-case', '  /dogs:\n', '  /userIDs/dogs:\n', 'Write `user_ids`.'],
  ['path-plural', '  /dogs/{dogId}:\n', '  /sourceRegion/{dogId}:\n', 'Write `source_regions`.'],
  ['path-plural', '  /dogs/{dogId}:\n', '  /dogByChip/{dogChip}:\n', 'Write `dogs/chip={dogChip}`.'],
  [
    'path-plural',
    '  /dogs/{dogId}:\n',
    "  /dog: { post: { responses: { '201': { description: It is there. } } } }\n  /dogs/{dogId}:\n",
    'Combine it with `/dogs`, or give one of the two another plural name.',
  ],
  [
    'path-no-trailing-slash',
    '  /dogs/{dogId}:\n',
    "  /dogs/: { post: { responses: { '201': { description: It is there. } } } }\n  /dogs/{dogId}:\n",
    'Combine it with `/dogs`.',
  ],
  [
    'path-no-trailing-slash',
    '  /dogs/{dogId}:\n',
    "  /dogs/{name}/: { get: { responses: { '200': { description: It is there. } } } }\n  /dogs/{dogId}:\n",
    'Combine it with `/dogs/{dogId}`.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    '  /bigDogs(chipNumber={dogId}):\n',
    'Write `big_dogs/chip_number={dogId}`.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    '  /kennels?breed={breed}:\n',
    'Write `kennels`, and declare `breed` as a query parameter.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs?breed={breed}:\n',
    'Combine it with `/dogs`, and declare `breed` as a query parameter.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    "  /dogs/{name}#reason: { delete: { parameters: [{ name: reason, in: query, schema: { type: string } }], responses: { '204': { description: None. } } } }\n  /dogs/{dogId}:\n",
    'Combine it with `/dogs/{dogId}`, since `reason` is already a parameter.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    "  /kennels/{name}#reason&day: { delete: { parameters: [{ name: reason, in: query, schema: { type: string } }, { name: day, in: query, schema: { type: string } }], responses: { '204': { description: None. } } } }\n  /dogs/{dogId}:\n",
    'Write `{name}`, since `reason` and `day` are already parameters.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/{dogId}?breed={breed}&size={size}:\n',
    'Write `{dogId}`, and declare `breed` and `size` as query parameters.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    '  /dogs/{dogId}#restore:\n',
    'Write `{dogId}`, since callers do not send what follows `#`.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    "  /kennels/{name}#X-Reason: { delete: { parameters: [{ name: X-Reason, in: header, schema: { type: string } }], responses: { '204': { description: None. } } } }\n  /dogs/{dogId}:\n",
    'Write `{name}`, since `X-Reason` is already a parameter.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    '  /tiles/{tileId}.pbf:\n',
    'Write `{tileId}`. Callers choose a format such as `.pbf` with an `Accept` header; express an action with the method or a sub-resource.',
  ],
  ['path-compound-identifier', '  /dogs/{dogId}:\n', '  /dogs/${dogId}:\n', 'Write `{dogId}`.'],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    '  /kennels&breed={breed}:\n',
    'Write `kennels`, and declare `breed` as a query parameter.',
  ],
  [
    'path-compound-identifier',
    '  /dogs/{dogId}:\n',
    "  /dogs/org.example.getWalks(from={from},to='{to}'):\n",
    'Write a noun for what it returns, and declare `from` and `to` as query parameters.',
  ],
  [
    'negotiation-by-header',
    '  /dogs/{dogId}:\n',
    '  /dogs/{dogId}/walks{fileExtension}:\n',
    'Remove it, and have callers send an `Accept` header.',
  ],
  [
    'path-snake-case',
    '  /dogs/{dogId}:\n',
    '  /bigDogs:calculateSize:\n',
    'Write `big_dogs`, and express the rest with the method or a sub-resource.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /dogs/{dogId}/cancelByOwner: { post: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Use only the name of the resource, and express the action as a change with PATCH, or as a new resource with POST.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /describe_cats: { post: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write `cats`, and use the method GET if nothing is changed.',
  ],
  [
    'query-camel-case',
    breed,
    '- { name: "", in: query, schema: { type: string } }',
    'Use letters and numbers, starting with a lower-case letter.',
  ],
  [
    'query-paging-style',
    "- $ref: '#/components/parameters/Limit'\n        - name: offset\n          in: query",
    '- name: $top\n          in: query',
    'Name it `limit`, and offer `offset` beside it.',
  ],
  ['path-noun', '  /dogs/{dogId}:\n', '  /org.deleteDogs:\n', 'Write `dogs`, and use the method DELETE.'],
  ['path-noun', '  /dogs/{dogId}:\n', '  /dogs:addOwner:\n', 'Write `dogs/owners`, and use the method POST.'],
  ['path-noun', '  /dogs/{dogId}:\n', '  /bulk_delete_dogs:\n', 'Write `dogs`, and use the method DELETE.'],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    '  /removeFromAllDogs:\n',
    'Use only the name of the resource, and use the method DELETE.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    '  /dogs/{dogId}/activate:\n',
    'Use only the name of the resource, and express the action as a change with PATCH, or as a new resource such as `activations` with POST.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /calculate_price: { get: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write `prices`, and keep the method GET if nothing is changed.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /validate: { get: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write a noun in its place, and keep the method GET if nothing is changed.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /getuser_orders: { get: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write `user_orders`, and use the method GET.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /resize: { post: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write a noun in its place, and express the action as a change with PATCH, or as a new resource with POST.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /recognize: { post: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write a noun in its place, and express the action as a change with PATCH, or as a new resource with POST.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /locate: { post: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write a noun in its place, and express the action as a change with PATCH, or as a new resource with POST.',
  ],
  [
    'path-noun',
    '  /dogs/{dogId}:\n',
    "  /notify: { post: { responses: { '200': { description: It. } } } }\n  /dogs/{dogId}:\n",
    'Write a noun in its place, and express the action as a change with PATCH, or as a new resource such as `notifications` with POST.',
  ],
  [
    'path-noun',
    '  /dogs:\n',
    '  /reindexDogs:\n',
    'Write `dogs`, and express the action as a change with PATCH, or as a new resource with POST.',
  ],
  [
    'path-snake-case',
    '  /dogs/{dogId}:\n',
    '  /dogs/:dogId:\n',
    'Write `{dogId}`, and declare `dogId` as a path parameter.',
  ],
  [
    'body-media-type',
    dogPage,
    `${dogPage}            'application/*': {}\n`,
    'Remove it, since `application/hal+json` is offered too.',
  ],
  [
    'body-media-type',
    'application/hal+json:',
    "'application/*':",
    'Write `application/json`, or another media type of JSON or XML.',
  ],
  [
    'body-media-type',
    'application/json:',
    'multipart/form-data:',
    'Accept `application/json` or `application/xml` instead.',
  ],
  [
    'body-media-type',
    'application/json:',
    'image/svg+xml: {}\n          image/png:',
    'Accept `application/json` or `application/xml` instead.',
  ],
  [
    'body-media-type',
    dogPage,
    `${dogPage}            application/json+sarif: {}\n`,
    'Write `application/sarif+json`.',
  ],
  [
    'date-time-values',
    "'2026-03-01T09:30:00Z'",
    `'"2026-03-01T09:30:00Z"'`,
    'Write it as `2026-03-01T09:30:00Z`.',
  ],
  [
    'date-time-values',
    "'2026-03-01T09:30:00Z'",
    '2026/03/01 09:30:00 +0100',
    'Write it as `2026-03-01T09:30:00+01:00`.',
  ],
  [
    'date-time-values',
    created,
    'born: { type: string, format: date, example: 20260301 }',
    'Write it as `2026-03-01`.',
  ],
  [
    'date-time-values',
    created,
    created.replace("09:30:00Z'", "09:30:00'"),
    writeWithZone('2026-03-01T09:30:00Z'),
  ],
  [
    'date-time-values',
    created,
    created.replace("T09:30:00Z'", " 10:30:00'"),
    writeWithZone('2026-03-01T10:30:00Z'),
  ],
  [
    'date-time-values',
    created,
    created.replace("2026-03-01T09:30:00Z'", "yesterday'"),
    'Write it in the form of `2026-03-01T09:30:00Z`, or correct `format` if it is something else.',
  ],
  [
    'date-time-values',
    created,
    created.replace('date-time', 'date').replace('2026-03-01T09:30:00Z', '2026-03'),
    'Write the day too, or remove `format` if it is a month.',
  ],
  [
    'date-time-values',
    created,
    created.replace('date-time', 'date').replace('2026-03-01', '2025-10-15'),
    'Write it as `2025-10-15`.',
  ],
  [
    'date-time-values',
    created,
    created.replace('2026-03-01T09', '2026-02-30T09'),
    'Write it in the form of `2026-03-01T09:30:00Z`.',
  ],
  [
    'date-time-values',
    created,
    created.replace('date-time', 'time').replace('2026-03-01T09:30:00Z', '17:45'),
    'Write it as `17:45:00`, `17:45:00Z` or `17:45:00+01:00`.',
  ],
  ['date-time-format', created, 'date: { type: string, format: YYYY-MM-DD }', sendDates],
  ['date-time-format', created, 'date: { type: string, format: iso-date }', sendDates],
  ['date-time-format', created, 'dob: { type: string, format: DD-MM-YYYY }', sendDates],
  [
    'date-time-format',
    created,
    'createdAt: { type: string, format: http-date }',
    'Write `format: date-time`, and send values such as `2026-03-01T09:30:00Z`.',
  ],
  ['date-time-format', created, 'seen: { type: string, format: google-date }', 'Write `format: date`.'],
  [
    'date-time-format',
    created,
    'seen: { type: string, format: google-datetime }',
    'Write `format: date-time`.',
  ],
  [
    'date-time-values',
    created,
    created.replace('09:30:00Z', '23:00:00+0000'),
    'Write it as `2026-03-01T23:00:00+00:00`.',
  ],
  [
    'date-time-values',
    created,
    created.replace('09:30:00Z', '10:45Z'),
    'Write it as `2026-03-01T10:45:00Z`.',
  ],
  ['error-body-fields', code, '        reason: { type: string }\n', 'Use `code` for it, or remove it.'],
  [
    'error-body-fields',
    code,
    '        retries: { type: boolean }\n',
    'Remove it; the known fields are `message`, `developerMessage`, `moreInformation`, `errors` and `code`.',
  ],
  [
    'path-hierarchy',
    '  /dogs/{dogId}:\n',
    '  /dogs/{year}/{dogId}#reason&day:\n',
    'Write `{year},{dogId}` if they are one identifier. Otherwise name a resource between them, or declare filters as query parameters.',
  ],
  [
    'path-hierarchy',
    '  /dogs/{dogId}:\n',
    '  /dogs/{year}/{dogId}.{ext}:\n',
    'Write `{year},{dogId}` if they are one identifier. Otherwise name a resource between them, or declare filters as query parameters.',
  ],
  [
    'collection-embedded',
    dogPage,
    dogPage.replace(/\{.*\}/, '{ type: array, items: { type: object } }'),
    'Return an object that contains the array as `_embedded.dogs`.',
  ],
  [
    'link-object',
    "                self: { $ref: '#/components/schemas/Link' }\n    DogPage",
    '                href: { type: string }\n    DogPage',
    'Move it into an object by the name of the link, such as `self: { href }`.',
  ],
  ['query-camel-case', breed, breed.replace('breed', 'dog_breed'), 'Write `dogBreed`.'],
  [
    'date-time-format',
    created,
    "birth_date: { type: string, description: 'In YYYY-MM-DD format.', example: '2026-03-01T09:30:00Z' }",
    'Add `format: date-time`, or `date` where there is no time of day.',
  ],
  [
    'query-paging-types',
    'description: Index of the first dog.\n          schema: { type: integer, minimum: 0, default: 0 }',
    'description: Offset token.\n          schema: { type: string }',
    'Write `type: integer`, and take the index of the first element instead of a token.',
  ],
  [
    'query-paging-types',
    'description: Index of the first dog.\n          schema: { type: integer, minimum: 0, default: 0 }',
    'description: The lastKey of the response.\n          schema: { type: string }',
    'Write `type: integer`, and take the index of the first element instead of a token.',
  ],
  [
    'query-paging-types',
    'description: Index of the first dog.\n          schema: { type: integer, minimum: 0, default: 0 }',
    'description: Index of the first dog.\n          schema: { type: string }',
    'Write `type: integer`.',
  ],
  [
    'query-paging-types',
    '{ type: integer, minimum: 0, default: 0 }',
    '{ type: integer, minimum: 1, default: 1 }',
    'Write `minimum: 0` and `default: 0`.',
  ],
  [
    'query-camel-case',
    breed,
    `- { name: Breed, in: query, schema: { type: string } }\n        ${breed}`,
    'Combine it with `breed`.',
  ],
  [
    'query-paging-style',
    breed,
    '- { name: $top, in: query, schema: { type: integer } }',
    'Combine it with `limit`.',
  ],
  [
    'query-paging-style',
    "- $ref: '#/components/parameters/Limit'",
    '- { name: size, in: query, schema: { type: integer } }',
    'Name it `limit`, beside `offset`.',
  ],
  [
    'query-paging-style',
    "- $ref: '#/components/parameters/Limit'",
    '- { name: per_page, in: query, schema: { type: integer } }',
    'Name it `limit`, beside `offset`.',
  ],
  [
    'query-paging-style',
    "- $ref: '#/components/parameters/Limit'\n        - name: offset\n          in: query",
    '- { name: count, in: query, schema: { type: integer } }\n        - name: pageNumber\n          in: query',
    'Name it `pageSize`, beside `pageNumber`.',
  ],
  [
    'query-sort',
    '{ type: string, default: name }',
    '{ type: object }',
    'Write `type: string`, for attributes separated by commas, with a `-` before each one that is descending.',
  ],
  [
    'query-sort',
    breed,
    '- { name: sortby, in: query, schema: { type: string } }',
    'Combine it with `sort`, as a list of attributes, with a `-` before each one that is descending.',
  ],
  [
    'query-sort',
    /- name: sort\n.*\n.*\n.*\n/.exec(cleanDefinition)?.[0] ?? '',
    '- { name: sort_by, in: query, schema: { type: object } }\n',
    'Name it `sort`, a list of attributes that commas separate, with a `-` before each one that is descending.',
  ],
  [
    'query-filter',
    breed,
    '- { name: $filter, in: query, schema: { type: string } }\n        - { name: filter, in: query, schema: { type: string } }',
    'Combine it with `filter`, whose entries are such as `name[eq]=Rex`.',
  ],
  [
    'query-sort',
    breed,
    '- { name: sortOrder, in: query, schema: { type: string, enum: [recency, relevance] } }',
    'Combine it with `sort`, as a list of attributes, with a `-` before each one that is descending.',
  ],
  [
    'query-sort',
    breed,
    '- { name: sortOrder, in: query, schema: { type: string, enum: [ascending, descending] } }',
    'Use a `-` before an attribute of `sort` for descending order.',
  ],
  [
    'query-filter',
    breed,
    '- { name: filters, in: query, schema: { type: array, items: { type: string } } }',
    'Rename it to `filter` and make it a string, with entries such as `name[eq]=Rex`, or give a parameter that does not filter another name.',
  ],
];

test.each(helps)('%s helps where %j is replaced by %j', async (rule, from, to, help) => {
  const text = cleanDefinition.replace(from, () => to);
  expect(text).not.toBe(cleanDefinition);
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.filter((one) => one.code === rule).map((one) => one.help)).toEqual([help]);
});

test('an example that several bodies share can be replaced by another where it does not fit', async () => {
  const body = (schema: string) =>
    `{ description: A dog., content: { application/json: { schema: ${schema}, examples: { rex: { $ref: '#/components/examples/Rex' } } } } }`;
  const text = `openapi: 3.1.0
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    get: { responses: { '200': ${body('{ required: [items] }')} } }
  /dogs/{dogId}:
    get: { responses: { '200': ${body('{ required: [name] }')} } }
components: { examples: { Rex: { value: { name: Rex } } } }
`;
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  const [one, ...others] = found.filter((finding) => finding.code === 'schema-values');
  expect(others).toEqual([]);
  expect([one?.message, one?.help, one?.at.pointer, one?.related?.[0]]).toEqual([
    'The example lacks the required `items`.',
    'Correct the example or the schema, or refer to another example where it does not fit.',
    '/components/examples/Rex/value',
    expect.objectContaining({
      message: 'the schema that it does not fit',
      at: expect.objectContaining({
        line: 5,
        pointer: '/paths/~1dogs/get/responses/200/content/application~1json/schema',
      }),
    }),
  ]);
});

test('an error with the body of a success needs a body of its own', async () => {
  const text = `openapi: 3.1.0
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    post:
      responses:
        '201': { description: A dog., content: { application/json: { schema: { $ref: '#/components/schemas/Dog' } } } }
        '409': { description: It is there., content: { application/json: { schema: { $ref: '#/components/schemas/Dog' } } } }
components: { schemas: { Dog: { properties: { dogId: { type: string } } } } }
`;
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.filter(({ code: rule }) => rule === 'error-body').map(({ help }) => help)).toEqual([
    'Return another body than after success: one with a `message`, a string for the user, or `errors`, an array of objects with a `message` each.',
  ]);
});

test.each([
  ['find_dogs', 'dogs'],
  ['list_dogs', 'dogs'],
  ['dogs_by_breed', 'dogs'],
  ['kennel.dogs', 'dogs'],
  ['kennel.getAllDogs()', 'all_dogs'],
  ['all-dogs', 'all_dogs'],
])('a collection to embed is named as what is in /%s', async (path, name) => {
  const text = cleanDefinition
    .replace('  /dogs:\n', `  /${path}:\n`)
    .replace(dogPage, dogPage.replace(/\{.*\}/, '{ type: array, items: { type: object } }'));
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.filter((one) => one.code === 'collection-embedded').map((one) => one.help)).toEqual([
    `Return an object that contains the array as \`_embedded.${name}\`.`,
  ]);
});

test.each([
  ['body', 'dogs'],
  ['dog', 'dogs'],
  ['Dogs', 'Dogs'],
  ['hounds', 'hounds'],
])('a collection in %s is to be embedded as %s', async (array, name) => {
  const text = cleanDefinition.replace(
    '        _embedded:\n          type: object\n          properties:\n            dogs:\n',
    `        ${array}:\n`,
  );
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.filter((one) => one.code === 'collection-embedded').map((one) => one.help)).toEqual([
    `Return an object that contains the array as \`_embedded.${name}\`.`,
  ]);
});

test('a path that ends in what is done names no collection to embed', async () => {
  const text = cleanDefinition
    .replace('  /dogs:\n', '  /dogs/find_by_breed:\n')
    .replace(dogPage, dogPage.replace(/\{.*\}/, '{ type: array, items: { type: object } }'));
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.filter((one) => one.code === 'collection-embedded').map((one) => one.help)).toEqual([
    'Return an object that contains the array under `_embedded`, by the name of what it lists.',
  ]);
});

/** Segments with a problem, for each of which the help names another one. */
const wrongSegments = [
  'vetVisits',
  'vet-visits',
  'dogs?breed={breed}',
  'dogs?breed={breed}&size={size}',
  '{dogId}?breed',
  '{city}-{number}',
  'chip_{dogId}',
  "kennels('{kennelId}')",
  'BigDogs(chipNumber={dogId})',
  '{dogId}:cancel',
  '@{dogId}',
  'getDogs',
  'getDog',
];

test.each(wrongSegments)('the help on %s does not lead to the same problem', async (segment) => {
  const findWith = async (text: string) => {
    const definition = cleanDefinition.replace('  /dogs/{dogId}:\n', () => `  /parks/${text}:\n`);
    const found = await lintTexts({ 'openapi.yaml': definition }, 'openapi.yaml');
    return found.filter((one) => /^path-(snake|compound|noun|plural|qualified)/.test(one.code));
  };
  const before = await findWith(segment);
  expect(before.length).toBeGreaterThan(0);
  for (const finding of before) {
    const advised = /`([^`]+)`/.exec(finding.help ?? '')?.[1] ?? '';
    const after = await findWith(advised);
    expect(after.filter((one) => one.code === finding.code)).toEqual([]);
  }
});

test('two fields of an error do not become one field each', async () => {
  const helpOn = async (fields: string) => {
    const text = cleanDefinition.replace(
      /        developerMessage.*\n        moreInformation.*\n/,
      fields.replaceAll(/\w+/g, (name) => `        ${name}: { type: string }\n`).replaceAll(', ', ''),
    );
    const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
    return found.filter((one) => one.code === 'error-body-fields').map(({ help }) => help);
  };
  expect(await helpOn('documentation_url, url')).toEqual([
    'Call it `moreInformation`.',
    'Combine it with `documentation_url` as `moreInformation`, or remove it.',
  ]);
  expect(await helpOn('err, op, traceId')).toEqual([
    'Use `developerMessage` for it, or remove it.',
    'Combine it with `err` as `developerMessage`, or remove it.',
    'Combine it with `err` as `developerMessage`, or remove it.',
  ]);
  expect(await helpOn('developerMessage, detail, description')).toEqual([
    'Use `developerMessage` instead, which is already declared.',
    'Use `developerMessage` instead, which is already declared.',
  ]);
});

test('a field that errors share with resources is left out of a schema of their own', async () => {
  const error = '    Error:\n      type: object\n';
  const shared = `${error}      allOf: [{ $ref: '#/components/schemas/NewDog' }]\n`;
  const text = cleanDefinition
    .replace(error, shared)
    .replace('        code: {', '        ref: { type: string }\n        code: {');
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  const separate =
    'Give errors a schema of their own, without this field, since other bodies are of this schema too.';
  expect(
    found
      .filter((one) => one.code === 'error-body-fields')
      .map(({ message, help }) => [/`(\w+)`/.exec(message)?.[1], help]),
  ).toEqual([
    [
      'ref',
      'Remove it; the known fields are `message`, `developerMessage`, `moreInformation`, `errors` and `code`.',
    ],
    ['name', separate],
    ['birthDate', separate],
    ['nicknames', separate],
  ]);
});

const withAccess = (count: number) => {
  const paths = Array.from({ length: count }, (_, index) => index + 1).map(
    (number) =>
      `  /dogs_${number}: { get: { security: [], responses: { '200': { description: They. } } } }\n`,
  );
  return `openapi: 3.1.0\ninfo: { title: Dog park, version: '1' }\npaths:\n${paths.join('')}`;
};

test('operations that need no token by the document are all named, or else each is asked for', async () => {
  const helpOn = async (count: number) => {
    const found = await lintTexts({ 'openapi.yaml': withAccess(count) }, 'openapi.yaml');
    return found.filter((one) => one.code === 'operation-access-documented').map((one) => one.help);
  };
  expect(await helpOn(2)).toEqual([
    'If everyone may call them, declare `operationAccess: { "GET /dogs_1": public, "GET /dogs_2": public }`. Otherwise require a token in the `security` of the document.',
  ]);
  expect(await helpOn(6)).toEqual([
    'If everyone may call them, declare each in `operationAccess`, such as `"GET /dogs_1": public`. Otherwise require a token in the `security` of the document.',
  ]);
});

const otherwise = 'Use letters, digits and characters such as the colon: `dogs:write`.';

test.each([
  ['dogs offline', 'List `dogs` and `offline` as separate scopes, or write `dogs_offline` if it is one.'],
  [
    "'dogs:write, dogs:read'",
    'List `dogs:write` and `dogs:read` as separate scopes, or write `dogs:write_dogs:read` if it is one.',
  ],
  [
    'dogs cats birds',
    'List `dogs`, `cats` and `birds` as separate scopes, or write `dogs_cats_birds` if it is one.',
  ],
  ['\'Read all "dogs" of\'', otherwise],
  ['Read all dogs of the park', otherwise],
])('a scope %s of several words is split or joined', async (scope, help) => {
  const text = cleanDefinition
    .replace(
      'summary: Registers a dog.',
      `summary: Registers a dog.\n      security: [{ gateway: [${scope}] }]`,
    )
    .replace(
      'components:\n',
      'components:\n  securitySchemes:\n    gateway: { type: http, scheme: bearer }\n',
    );
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.filter((one) => one.code === 'security-scope-format').map((one) => one.help)).toEqual([help]);
});
