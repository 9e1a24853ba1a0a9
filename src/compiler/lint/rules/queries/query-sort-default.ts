import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { parameterPlace } from '#compiler/rule/parts/parameter-values.ts';
import type { OperationNode, ParameterNode } from '#openapi/model.ts';

const silent = editDefinition(
  'Attributes, separated by commas; by name if omitted.',
  'Attributes, separated by commas.',
);
const noDefault = editDefinition('schema: { type: string, default: name }', 'schema: { type: string }');

/** Callers who do not sort know in which order they get a collection. */
export const querySortDefault = defineRule({
  name: 'query-sort-default',
  section: '4.5',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'A parameter `sort` documents the default order.',
  why: 'Pages are only consistent if the order is the same for every request.',
  examples: [
    { title: 'A default', edits: [silent], findings: [] },
    { title: 'A description that documents it', edits: [noDefault], findings: [] },
    {
      title: 'Neither',
      edits: [silent, noDefault],
      findings: [
        'apis/dog_park/v1/openapi.yaml:17:17 The query parameter `sort` does not document the default order.',
      ],
    },
  ],
  checkDefinition: {
    operation(operation, { report }) {
      const sort = operation.query.get('sort');
      if (!sort || sort.isRequired || statesDefault(sort, operation)) return;
      report({
        at: parameterPlace(sort),
        message: 'The query parameter `sort` does not document the default order.',
        help: 'Write a `default`, or document the order in the description.',
      });
    },
  },
});

const aboutAbsence =
  /default|unless|otherwise|without|\bnull\b|blank|\b(if|when|where) no\b|(not|isn't|aren't) (given|specified|provided|set|present|sent)|if (it is )?(left|not|omit|absent|missing|none|empty|un)|when (it is )?(left|not|omit|absent|missing|none|empty|un)|omitted|absent|unsorted|unordered/i;

function statesDefault({ schema, value }: ParameterNode, operation: OperationNode): boolean {
  const described = [
    schema,
    schema?.items,
    ...[...(schema?.properties.values() ?? [])].map((one) => one.schema),
  ];
  if (described.some((one) => one?.keyword('default') !== undefined)) return true;
  const texts = [value['description'], schema?.keyword('description')];
  if (texts.some((text) => typeof text === 'string' && aboutAbsence.test(text))) return true;
  const said = `${operation.text('summary') ?? ''} ${operation.text('description') ?? ''}`;
  return /\b(sort|order)/i.test(said) && aboutAbsence.test(said);
}
