import type { Breach } from './breach.ts';

/** Structural errors, which prevent all rules from checking the document. */
export const structureBreaches: readonly Breach[] = [
  { replace: 'schemas/DogPage', by: 'schemas/Dogs', findings: ['29:31 error reference-missing'] },
  {
    replace: '#/components/headers/ETag',
    by: 'headers.yaml#/ETag',
    findings: ['58:27 error reference-missing'],
  },
  {
    replace: '#/components/schemas/DogPage',
    by: 'https://example.edu/dogs.yaml',
    findings: ['29:31 error reference-remote'],
  },
  {
    replace: '#/components/schemas/DogPage',
    by: '#DogPage',
    findings: ['29:31 error reference-missing'],
  },
  { replace: "version: '1'", by: 'version: 1', findings: ['4:12 error openapi-structure'] },
  { replace: '  title: Dog park\n', by: '', findings: ['2:1 error openapi-structure'] },
  { replace: 'summary:', by: 'sumary:', findings: ['10:7 error openapi-structure'] },
  { replace: '  /dogs:', by: '  dogs:', findings: ['8:3 error openapi-structure'] },
  { replace: '    get:', by: '    GET:', findings: ['9:5 error openapi-structure'] },
  { replace: '          description: The dogs.\n', by: '', findings: ['25:9 error openapi-structure'] },
  {
    replace: '        required: true\n        schema',
    by: '        schema',
    findings: ['48:9 error openapi-structure'],
  },
  { replace: '          in: query\n', by: '', findings: ['13:11 error openapi-structure'] },
  { replace: 'in: query', by: 'in: body', findings: ['14:15 error openapi-structure'] },
  { replace: 'type: integer', by: 'type: int', findings: ['16:27 error openapi-structure'] },
  { replace: 'openapi: 3.0.3', by: 'openapi: 4.0.0', findings: ['1:10 error openapi-version'] },
  { replace: "'200':", by: "'20':", findings: ['25:9 error openapi-structure'] },
  { replace: 'openapi: 3.0.3\n', by: '', findings: ['1:1 error openapi-version'] },
  { replace: 'paths:', by: 'x-paths:', findings: ['1:1 error openapi-structure'] },
  { replace: 'components:\n', by: '---\ncomponents:\n', findings: ['89:1 error definition-invalid'] },
  { replace: 'Lists the dogs.', by: '*dogs', findings: ['10:16 error yaml-syntax'] },
  { replace: 'Lists the dogs.', by: '@dogs', findings: ['10:16 error yaml-syntax'] },
  { replace: 'Lists the dogs.', by: '!dog Lists', findings: ['10:16 error yaml-syntax'] },
  { replace: '    post:', by: '    get:', findings: ['31:5 error duplicate-key'] },
];
