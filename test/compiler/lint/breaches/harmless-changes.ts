import { withPath, type Breach } from './breach.ts';

/** Mutations that look odd and breach nothing. */
export const harmlessChanges: readonly Breach[] = [
  withPath('/dogs/chip={chip}', []),
  withPath('/walks/{city},{number}', []),
  withPath('/dogs/{dogId}/owner', []),
  withPath('/dogs/lost', []),
  withPath('/orders/search', []),
  withPath('/dogs/statistics', []),
  withPath('/admin/kennels', []),
  { replace: '- name: breed', by: '- name: X-Breed', findings: ['21:17 error query-camel-case'] },
  { replace: 'name: { type: string, example: Rex }', by: 'responses: { type: object }', findings: [] },
];
