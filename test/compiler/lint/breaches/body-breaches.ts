import type { Breach } from './breach.ts';

const dogs = `            dogs:
              type: array
              items: { $ref: '#/components/schemas/Dog' }
`;
const embedded = `        _embedded:
          type: object
          properties:
${dogs}`;
const createdAt =
  "            createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }\n";
const linksOfDog = `            _links:
              type: object
              properties:
                self: { $ref: '#/components/schemas/Link' }
`;
const linksOfPage = `        _links:
          type: object
          properties:
            self: { $ref: '#/components/schemas/Link' }
            next: { $ref: '#/components/schemas/Link' }
            prev: { $ref: '#/components/schemas/Link' }
            first: { $ref: '#/components/schemas/Link' }
            last: { $ref: '#/components/schemas/Link' }
`;
const birthDate = 'birthDate: { type: string, format: date }';

/** Breaches of the rules on bodies. */
export const bodyBreaches: readonly Breach[] = [
  { replace: 'application/hal+json:', by: 'text/csv:', findings: ['28:13 error body-media-type'] },
  { replace: 'application/hal+json:', by: "'*/*':", findings: ['28:13 error body-media-type'] },
  {
    replace: 'application/json:',
    by: 'application/x-www-form-urlencoded:',
    findings: ['36:11 error body-media-type'],
  },
  {
    replace:
      "        application/json:\n          schema: { $ref: '#/components/schemas/Error' }\n          example",
    by: "        text/plain:\n          schema: { $ref: '#/components/schemas/Error' }\n          example",
    findings: ['102:9 error body-media-type'],
  },
  {
    replace: 'openapi: 3.0.3\n',
    by: 'openapi: 3.1.0\nwebhooks: { lost: { post: { requestBody: { content: { application/json: { schema: { type: datetime } } } } } } }\n',
    findings: ['2:91 error openapi-structure'],
  },
  {
    replace: 'items: { type: string }',
    by: 'items: { oneOf: [{ type: string }, { type: number }] }',
    findings: ['119:11 error array-homogeneous'],
  },
  { replace: birthDate, by: 'birthDate: { type: integer }', findings: ['116:9 error date-time-format'] },
  { replace: birthDate, by: 'birthDate: { type: string }', findings: ['116:9 error date-time-format'] },
  {
    replace: 'format: date-time',
    by: 'format: datetime',
    findings: ['126:13 error date-time-format'],
  },
  {
    replace: "'2026-03-01T09:30:00Z'",
    by: "'2026-03-01 09:30'",
    findings: ['126:68 error date-time-values'],
  },
  {
    replace: birthDate,
    by: 'birthDate: { type: string, format: date, example: 1 March 2026 }',
    findings: ['116:59 error date-time-values'],
  },
  {
    replace: embedded,
    by: "        dogs: { type: array, items: { $ref: '#/components/schemas/Dog' } }\n",
    findings: ['135:9 error collection-embedded'],
  },
  {
    replace: embedded,
    by: "        items: { type: array, items: { $ref: '#/components/schemas/Dog' } }\n",
    findings: ['135:9 error collection-embedded'],
  },
  {
    replace: "schema: { $ref: '#/components/schemas/DogPage' }",
    by: "schema: { type: array, items: { $ref: '#/components/schemas/Dog' } }",
    findings: ['29:15 error collection-embedded'],
  },
  {
    replace: dogs,
    by: "            dogs: { $ref: '#/components/schemas/Dog' }\n",
    findings: ['138:13 error collection-array'],
  },
  {
    replace: dogs,
    by: "            dogs:\n              oneOf:\n                - { type: array, items: { $ref: '#/components/schemas/Dog' } }\n                - $ref: '#/components/schemas/Dog'\n",
    findings: ['138:13 error collection-array'],
  },
  {
    replace: '        totalCount: { type: integer }\n',
    by: '',
    findings: ['131:5 info collection-metadata'],
  },
  {
    replace: "            prev: { $ref: '#/components/schemas/Link' }\n",
    by: '',
    findings: ['141:9 warning paging-links'],
  },
  { replace: linksOfPage, by: '', findings: ['131:5 warning paging-links'] },
  {
    replace: "self: { $ref: '#/components/schemas/Link' }",
    by: 'self: { type: string }',
    findings: ['130:17 error link-object'],
  },
  {
    replace: 'href: { type: string, format: uri-reference }',
    by: 'url: { type: string, format: uri-reference }',
    findings: ['149:5 error link-object'],
  },
  {
    replace: 'href: { type: string, format: uri-reference }',
    by: 'href: { type: object }',
    findings: ['153:9 error link-object'],
  },
  {
    replace: linksOfDog,
    by: "            _links: { type: array, items: { $ref: '#/components/schemas/Link' } }\n",
    findings: ['127:13 error link-object'],
  },
  { replace: linksOfDog, by: '', findings: ['120:5 warning links-self'] },
  {
    replace: "                self: { $ref: '#/components/schemas/Link' }\n",
    by: "                owner: { $ref: '#/components/schemas/Link' }\n",
    findings: ['127:13 warning links-self'],
  },
  {
    replace: dogs,
    by: '            dogs: { type: array, items: { type: object, properties: { name: { type: string } } } }\n',
    findings: ['138:34 warning embedded-self'],
  },
  {
    replace: dogs,
    by: `${dogs}            park: { type: object, properties: { name: { type: string } } }\n`,
    findings: ['141:13 warning embedded-self'],
  },
  {
    replace: createdAt,
    by: `${createdAt}            owner:\n              type: object\n              properties:\n                _links: { type: object, properties: { self: { $ref: '#/components/schemas/Link' } } }\n`,
    findings: ['127:13 warning sub-resource-embedded'],
  },
  {
    replace: createdAt,
    by: `${createdAt}            puppies: { type: array, items: { $ref: '#/components/schemas/Dog' } }\n`,
    findings: ['127:13 warning sub-resource-embedded'],
  },
];
