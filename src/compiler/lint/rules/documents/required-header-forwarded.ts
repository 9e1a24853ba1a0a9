import { fateOf, isWrittenByGateway } from '#compiled/header-fate.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { ParameterNode } from '#openapi/model.ts';

const breed = '- name: breed\n          in: query';
const header = (name: string, required = true) =>
  editDefinition(breed, `- name: ${name}\n          required: ${required}\n          in: header`);

export const requiredHeaderForwarded = defineRule({
  name: 'required-header-forwarded',
  section: '2.1',
  severity: 'warning',
  group: 'design',
  summary: 'Every required header reaches the upstream.',
  why: 'The gateway drops headers that are for one connection or that could deceive the upstream; if requests are validated, calls without a required header are refused.',
  examples: [
    { title: 'A header that is forwarded', edits: [header('X-Kennel')], findings: [] },
    {
      title: 'A header for one connection',
      edits: [header('TE')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The header `TE` is required, but the gateway does not forward it.',
      ],
    },
    {
      title: 'A header about the origin of a call',
      edits: [header('X-Real-IP')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The header `X-Real-IP` is required, but the gateway forwards it only from trusted proxies.',
      ],
    },
  ],
  checkDefinition: {
    parameter(parameter, { report }) {
      const problem = parameter.isRequired ? findProblem(parameter) : undefined;
      if (problem === undefined) return;
      report({
        at: parameter.pointerTo('name'),
        message: `The header \`${parameter.name}\` is required, but the gateway ${problem}.`,
        help: 'Remove the parameter, make it optional, or give it another name.',
      });
    },
  },
});

function findProblem({ name, location }: ParameterNode): string | undefined {
  const lower = name.toLowerCase();
  // Another rule reports a parameter for the token.
  if (location !== 'header' || lower === 'authorization' || isWrittenByGateway(lower)) return undefined;
  const fate = fateOf(lower);
  if (fate === 'passed') return undefined;
  return fate === 'dropped' ? 'does not forward it' : 'forwards it only from trusted proxies';
}
