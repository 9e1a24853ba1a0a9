import type { Breach } from './breach.ts';

const code = 'code: { type: string }';
const errors = `        errors:
          type: array
          items:
            type: object
            properties:
              message: { type: string }
`;
const fields = `        message: { type: string }
        developerMessage: { type: string }
        moreInformation: { type: string, format: uri }
        code: { type: string }
`;
const notFound = `      description: There is no such dog.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Error' }
`;

/** Breaches of the rules on error bodies. */
export const errorBreaches: readonly Breach[] = [
  {
    replace: `      required: [message]\n      properties:\n${fields}${errors}`,
    by: '      properties:\n        error: { type: string }\n        code: { type: string }\n',
    findings: ['156:7 error error-body'],
  },
  {
    replace: fields + errors,
    by: '        errors: { type: array, items: { type: string } }\n',
    findings: ['158:47 error error-body'],
  },
  {
    replace: notFound,
    by: notFound.replace(
      "{ $ref: '#/components/schemas/Error' }",
      '{ type: object, properties: { title: { type: string }, detail: { type: string } } }',
    ),
    findings: ['109:35 error error-body'],
  },
  {
    replace: notFound,
    by: notFound.replace("{ $ref: '#/components/schemas/Error' }", '{ type: string }'),
    findings: ['109:27 error error-body'],
  },
  {
    replace: code,
    by: `${code}\n        timestamp: { type: string, format: date-time }`,
    findings: ['162:9 info error-body-fields'],
  },
  {
    replace: 'developerMessage: { type: string }',
    by: 'developer_message: { type: string }',
    findings: ['159:9 info error-body-fields'],
  },
  {
    replace: code,
    by: 'code: { type: integer }',
    findings: ['104:62 warning schema-values', '161:23 error error-body-types'],
  },
  {
    replace: errors,
    by: '        errors: { type: array, items: { type: string } }\n',
    findings: ['162:9 error error-body-types'],
  },
  {
    replace: code,
    by: 'code: { type: string, nullable: true }',
    findings: ['161:31 warning error-body-values'],
  },
  {
    replace: 'message: There is no such breed.',
    by: 'fault: There is no such breed.',
    findings: ['104:20 error error-body', '104:20 warning schema-values'],
  },
  { replace: 'code: breed_unknown', by: "code: ''", findings: ['104:62 warning error-body-values'] },
  {
    replace: 'code: breed_unknown',
    by: 'code: null',
    findings: ['104:62 warning error-body-values', '104:62 warning schema-values'],
  },
];
