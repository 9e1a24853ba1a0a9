import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { usedMethods } from './table/method-table.ts';

/** A path has only operations of the methods in the table of section 4.5. */
export const methodKnown = defineRule({
  name: 'method-known',
  section: '4.5',
  severity: 'error',
  group: 'design',
  reads: 'place',
  summary: 'Operations are GET, POST, PUT, PATCH, DELETE, OPTIONS or HEAD.',
  why: 'Callers, caches and proxies know what these methods mean, but not what other methods mean.',
  examples: [
    { title: 'GET, POST, PUT and DELETE', edits: [], findings: [] },
    {
      title: 'TRACE',
      edits: [editDefinition('/dogs:\n    get:', '/dogs:\n    trace:')],
      findings: ['apis/dog_park/v1/openapi.yaml:9:5 APIs must not use the method TRACE.'],
    },
    {
      title: 'QUERY, and a custom method, in OpenAPI 3.2',
      edits: [
        editDefinition('openapi: 3.0.3', 'openapi: 3.2.0'),
        editDefinition(
          '/dogs:\n    get:',
          "/dogs:\n    additionalOperations:\n      COPY:\n        responses:\n          '200': { description: Copied. }\n    query:",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:13:5 APIs must not use the method QUERY.',
        'apis/dog_park/v1/openapi.yaml:10:7 APIs must not use the method COPY.',
      ],
    },
  ],
  checkDefinition: {
    path(path, { report }) {
      const unknown = path.operations.filter(({ method }) => !usedMethods.includes(method));
      for (const { method, pointer: at } of unknown) {
        report({
          at,
          part: 'key',
          message: `APIs must not use the method ${method}.`,
          help: 'Use GET to read, POST to create, PUT to replace, PATCH to change and DELETE to delete, or remove the operation.',
        });
      }
    },
  },
});
