import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionContext, DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { OpenapiNode } from '#openapi/model.ts';

const serversAre = (text: string) =>
  editDefinition('servers:\n  - url: https://dogs.example.edu\n', `servers:\n${text}\n`);

/** The names in braces in the URL of a server are the names of its variables. */
export const serverVariables = defineRule({
  name: 'server-variables',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary:
    'Each variable in the URL of a server is in braces and declared, and its default is one of its values.',
  why: 'Clients cannot build the URL without a value for each of its variables.',
  examples: [
    {
      title: 'A declared variable',
      edits: [
        serversAre(
          '  - url: https://{host}.example.edu\n    variables: { host: { default: dogs, enum: [dogs, cats] } }',
        ),
      ],
      findings: [],
    },
    {
      title: 'Variables that are not declared',
      edits: [
        serversAre('  - url: https://{host}.example.edu/{stage}\n    variables: { stage: { default: v1 } }'),
        editDefinition('/dogs:\n', '/dogs:\n    servers: [{ url: "/{stage}" }]\n'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:6:10 The server variable `host` is not declared.',
        'apis/dog_park/v1/openapi.yaml:10:22 The server variable `stage` is not declared.',
      ],
    },
    {
      title: 'Braces that are not closed, or not opened',
      edits: [
        serversAre('  - url: https://{host.example.edu'),
        editDefinition('/dogs:\n', '/dogs:\n    servers: [{ url: "/stage}" }]\n'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:6:10 The braces in the URL of the server are not balanced.',
        'apis/dog_park/v1/openapi.yaml:9:22 The braces in the URL of the server are not balanced.',
      ],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      reportServers(document.rootNode, report);
    },
    path(path, { report }) {
      reportServers(path, report);
    },
    operation(operation, { report }) {
      reportServers(operation, report);
    },
  },
});

function reportServers(holder: OpenapiNode, report: DefinitionContext['report']): void {
  const { servers } = holder.value;
  if (!Array.isArray(servers)) return;
  for (const [index, server] of (servers as readonly Json[]).entries()) {
    if (!isJsonObject(server)) continue;
    for (const finding of findInServer(server, holder.pointerTo('servers', index))) report(finding);
  }
}

function findInServer({ url, variables }: JsonObject, pointer: string): readonly DefinitionFinding[] {
  const declared = isJsonObject(variables) ? variables : {};
  const used = typeof url === 'string' ? url.matchAll(/\{([^{}]+)\}/g) : [];
  const names = new Set([...used].flatMap(([, name]) => name ?? []));
  const undeclared = [...names].filter((name) => !Object.hasOwn(declared, name));
  return [
    ...(typeof url === 'string' && !hasBalancedBraces(url) ? [unbalanced(pointer)] : []),
    ...undeclared.map((name) => ({
      at: appendPointer(pointer, 'url'),
      message: `The server variable \`${name}\` is not declared.`,
      help: 'Declare it in the `variables` of the server, with a `default`.',
    })),
    ...Object.entries(declared).flatMap(([name, variable]) =>
      checkDefault(variable, appendPointer(pointer, 'variables', name, 'default')),
    ),
  ];
}

function hasBalancedBraces(url: string): boolean {
  return !/[{}]/.test(url.replaceAll(/\{[^{}]*\}/g, ''));
}

function unbalanced(pointer: string): DefinitionFinding {
  return {
    at: appendPointer(pointer, 'url'),
    message: 'The braces in the URL of the server are not balanced.',
    help: 'Write each variable as `{name}`.',
  };
}

function checkDefault(variable: Json, at: string): readonly DefinitionFinding[] {
  if (!isJsonObject(variable)) return [];
  const { default: value, enum: values } = variable;
  if (value === undefined || !Array.isArray(values) || values.length === 0 || values.includes(value))
    return [];
  return [
    {
      at,
      message: `The default ${JSON.stringify(value)} is not one of the values ${values.join(', ')}.`,
      help: 'Use one of the values as the default, or add it to them.',
    },
  ];
}
