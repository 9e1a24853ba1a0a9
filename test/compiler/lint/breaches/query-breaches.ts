import type { Breach } from './breach.ts';

const breed = '        - name: breed\n          in: query\n          schema: { type: string }\n';
const sort = 'schema: { type: string, default: name }';
const paging = `        - $ref: '#/components/parameters/Limit'
        - name: offset
          in: query
          description: Index of the first dog.
          schema: { type: integer, minimum: 0, default: 0 }
`;

/** Breaches of the rules on query parameters. */
export const queryBreaches: readonly Breach[] = [
  { replace: '- name: breed', by: '- name: dog_breed', findings: ['21:17 error query-camel-case'] },
  { replace: '- name: breed', by: '- name: Breed', findings: ['21:17 error query-camel-case'] },
  { replace: '- name: breed', by: '- name: X-Breed', findings: ['21:17 error query-camel-case'] },
  // Of two parameters of one name, only the repetition is reported.
  { replace: '- name: breed', by: '- name: sort', findings: ['21:17 error path-parameters'] },
  { replace: '- name: breed', by: '- name: offset', findings: ['21:17 error path-parameters'] },
  { replace: 'name: limit', by: 'name: Limit', findings: ['91:13 error query-camel-case'] },
  { replace: '- name: offset', by: '- name: page', findings: ['13:17 error query-paging-style'] },
  { replace: '- name: offset', by: '- name: pageToken', findings: ['13:17 error query-paging-style'] },
  { replace: '- name: offset', by: '- name: offSet', findings: ['13:17 error query-paging-style'] },
  { replace: '- name: offset', by: '- name: age', findings: ['12:17 error query-paging-style'] },
  {
    replace: '- name: breed\n          in: query\n          schema: { type: string }',
    by: '- name: pageNumber\n          in: query\n          schema: { type: integer, minimum: 1 }',
    findings: ['21:17 error query-paging-style'],
  },
  {
    replace: 'minimum: 0, default: 0',
    by: 'minimum: 1, default: 1',
    findings: ['16:45 error query-paging-types'],
  },
  { replace: 'minimum: 0, default: 0', by: 'default: 5', findings: ['16:45 error query-paging-types'] },
  {
    replace: 'Index of the first dog.',
    by: 'Index of the first dog, one-based.',
    findings: ['15:24 error query-paging-types'],
  },
  {
    replace: 'schema: { type: integer, minimum: 1, maximum: 100, default: 20 }',
    by: 'schema: { type: string }',
    findings: ['94:23 error query-paging-types'],
  },
  // Links to the next page are left, which page too.
  { replace: paging, by: '', findings: [] },
  { replace: '- name: sort', by: '- name: sortBy', findings: ['17:17 error query-sort'] },
  { replace: '- name: sort', by: '- name: order_by', findings: ['17:17 error query-sort'] },
  {
    replace: sort,
    by: 'schema: { type: array, items: { type: string } }',
    findings: ['17:17 error query-sort'],
  },
  { replace: 'default: name }', by: 'default: name desc }', findings: ['20:44 error query-sort'] },
  { replace: 'default: name }', by: "default: '!name' }", findings: ['20:44 error query-sort'] },
  { replace: '- name: breed', by: "- name: 'age[gte]'", findings: ['21:17 error query-filter'] },
  {
    replace: `; by name if omitted.\n          ${sort}`,
    by: '.\n          schema: { type: string }',
    findings: ['17:17 warning query-sort-default'],
  },
  { replace: '- name: breed', by: '- name: filter[breed]', findings: ['21:17 error query-filter'] },
  { replace: '- name: breed', by: '- name: filters', findings: ['21:17 error query-filter'] },
  {
    replace: breed,
    by: '        - name: filter\n          in: query\n          style: deepObject\n          schema: { type: object }\n',
    findings: ['24:27 error query-filter'],
  },
  {
    replace: breed,
    by: "        - name: filter\n          in: query\n          schema: { type: string }\n          example: breed eq 'Poodle'\n",
    findings: ['24:20 error query-filter'],
  },
  {
    replace: breed,
    by: '        - name: format\n          in: query\n          schema: { type: string, enum: [json, xml] }\n',
    findings: ['21:17 error negotiation-by-header'],
  },
  {
    replace: breed,
    by: '        - name: Accept\n          in: header\n          schema: { type: string }\n',
    findings: ['21:17 error negotiation-by-header'],
  },
];
