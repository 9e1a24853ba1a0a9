import type { LinkNode, OpenapiDocument } from '#openapi/model.ts';
import { appendPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';

const identified = editDefinition(
  'summary: Shows a dog.',
  'operationId: readDog\n      summary: Shows a dog.',
);
const linkedTo = (link: string) =>
  editDefinition(
    'description: The dog is registered.',
    `description: The dog is registered.\n          links:\n            dog: ${link}`,
  );

/** A link leads to an operation of the document. */
export const linkOperation = defineRule({
  name: 'link-operation',
  section: '4.4',
  severity: 'error',
  group: 'design',
  reads: 'document',
  summary: 'The operation that a link names exists.',
  why: 'Clients cannot follow a link to an operation that does not exist.',
  examples: [
    { title: 'No links', edits: [], findings: [] },
    {
      title: 'An unknown ID',
      edits: [identified, linkedTo('{ operationId: raedDog }')],
      findings: ['apis/dog_park/v1/openapi.yaml:42:33 No operation has the ID `raedDog`.'],
    },
    {
      title: 'A reference without a target',
      edits: [linkedTo("{ operationRef: '#/paths/~1dogs~1{dogId}/patch' }")],
      findings: [
        'apis/dog_park/v1/openapi.yaml:42:34 The operation `#/paths/~1dogs~1{dogId}/patch` does not exist.',
      ],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    response(response, { report }) {
      for (const finding of response.links.flatMap(checkLink)) report(finding);
    },
  },
});

const idsOf = oncePerDocument((document: OpenapiDocument): ReadonlySet<string> => {
  const ofWebhooks = document.webhooks.flatMap(({ operations }) => operations);
  const ofCallbacks = document.operations.flatMap(({ callbacks }) =>
    callbacks.flatMap(([, paths]) => paths.flatMap(({ operations }) => operations)),
  );
  const all = [...document.operations, ...ofWebhooks, ...ofCallbacks];
  return new Set(all.flatMap(({ operationId }) => operationId ?? []));
});

function checkLink(link: LinkNode): readonly DefinitionFinding[] {
  const { document, operationId: id, operationRef: reference } = link;
  const found: DefinitionFinding[] = [];
  if (id !== undefined && !idsOf(document).has(id)) {
    const help = suggestName(id, idsOf(document), 'Name the `operationId` of an operation of this document.');
    found.push({ at: link.pointerTo('operationId'), message: `No operation has the ID \`${id}\`.`, help });
  }
  if (reference !== undefined && isDangling(reference, document)) {
    const message = `The operation \`${reference}\` does not exist.`;
    found.push({ at: link.pointerTo('operationRef'), message, help: adviseOn(reference, document) });
  }
  return found;
}

/** The advice on a dangling reference; one such as `#/dogs/{dogId}` may mean an operation with that path. */
function adviseOn(reference: string, { paths }: OpenapiDocument): string {
  const path = paths.find(({ template }) => reference === `#${template}`);
  const operation = path?.operation('GET') ?? path?.operations[0];
  return path && operation
    ? `Write \`#${appendPointer('/paths', path.template, operation.method.toLowerCase())}\`.`
    : 'Check the path, in which `~1` stands for a slash, and the method.';
}

/** Whether a reference has no target in its document; references to other documents are not checked. */
function isDangling(reference: string, { references }: OpenapiDocument): boolean {
  return reference.startsWith('#') && references.target(reference)?.value === undefined;
}
