import { defineRule } from '#compiler/rule/define-rule.ts';
import { refusesStatus } from './table/method-table.ts';
import { placeOfAnswer } from '../../resources/responses.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import type { ResponseNode } from '#openapi/model.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';

const header = `          headers:
            Location:
              description: The new dog.
              schema: { type: string, format: uri }
`;

/** A created resource has a `Location`. */
export const createdLocation = defineRule({
  name: 'created-location',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The response 201 declares a `Location` header.',
  why: 'The service assigns the identifier of the new resource, so only the response can tell the client where it is.',
  examples: [
    { title: 'A `Location` header', edits: [], findings: [] },
    { title: 'In whatever case', edits: [editDefinition('Location:', 'location:')], findings: [] },
    {
      title: 'No header',
      edits: [editDefinition(header, '')],
      findings: ['apis/dog_park/v1/openapi.yaml:39:9 The response `201` declares no `Location` header.'],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    response(response, { report }) {
      const { operation, status } = response;
      if (status !== '201' || refusesStatus(operation.method, status)) return;
      if (response.headers.has('location')) return;
      report({
        at: placeOfAnswer(response),
        part: 'key',
        message: 'The response `201` declares no `Location` header.',
        help: `Declare \`Location\` under \`headers\`, with the address of the new resource${mayCreateSeveral(response) ? ', or of the collection if several are created' : ''}.`,
      });
    },
  },
});

/** Whether the operation sends or returns lists, or its name or path says `batch` or `bulk`. */
function mayCreateSeveral({ operation, bodies }: ResponseNode): boolean {
  if ([...bodies, ...operation.requestBodies].some(({ schema }) => schema?.isArray)) return true;
  const names = [operation.path.segments.at(-1)?.text ?? '', operation.operationId ?? ''];
  return names.flatMap(splitWords).some((word) => /^(batch|bulk)$/i.test(word));
}
