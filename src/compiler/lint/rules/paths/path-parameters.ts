import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { describeUndeclared, lackingOf } from './parameters/undeclared-parameters.ts';
import { parameterUse } from '#compiler/rule/parts/parameter-values.ts';
import { listSome } from '#compiler/rule/words/list-names.ts';
import type { ParameterNode, PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';

/** The names in braces in a path are the names of its parameters. */
export const pathParameters = defineRule({
  name: 'path-parameters',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'The parameters in braces in a path match its declared path parameters, each exactly once.',
  why: 'Clients and validation are generated from the declared parameters: an undeclared parameter can be neither sent nor validated.',
  examples: [
    { title: 'A parameter that is declared for the path', edits: [], findings: [] },
    {
      title: 'A parameter that no operation declares',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{country},{dogId}:')],
      findings: ['apis/dog_park/v1/openapi.yaml:46:3 The path parameter `country` is not declared.'],
    },
    {
      title: 'Many parameters that no operation declares',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{a},{b},{c},{d},{e},{f},{g},{dogId}:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 The path parameters `a`, `b`, `c`, `d`, `e` and 2 more are not declared.',
      ],
    },
  ],
  checkDefinition: {
    path(path, { report }) {
      const problems = hasLooseBrace(path) ? [looseBrace(path)] : findMismatches(path);
      for (const problem of [...problems, ...findRepeated(path), ...findDoubles(path)]) report(problem);
    },
  },
});

function hasLooseBrace({ template }: PathNode): boolean {
  return /[{}]/.test(template.replaceAll(/\{[^{}]+\}/g, ''));
}

function looseBrace({ pointer, template }: PathNode): DefinitionFinding {
  if (!/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) {
    const help = 'Write a name between the braces, such as `{id}`.';
    return { at: pointer, part: 'key', message: 'A parameter of the path has no name.', help };
  }
  return {
    at: pointer,
    part: 'key',
    message: 'The braces of the path are not balanced.',
    help: 'Write each parameter as `{name}`.',
  };
}

/**
 * Reports parameters that occur only in the path or only in declarations. One of each counts as one parameter with two
 * names.
 */
function findMismatches(path: PathNode): readonly DefinitionFinding[] {
  const names = new Set(path.segments.flatMap(namesInPath));
  const written = new Set(path.segments.flatMap(({ parameters }) => parameters));
  const strays = listsOf(path)
    .flat()
    .filter(({ location, name }) => location === 'path' && !written.has(name));
  const undeclared = [...names].filter((name) => lackingOf(path, name).length > 0);
  const [only] =
    undeclared.length === 1 && new Set(strays.map(({ name }) => name)).size === 1 ? undeclared : [];
  return [
    ...strays.map((parameter) => describeStray(parameter, only)),
    ...describeUndeclared(
      path,
      undeclared.filter((name) => name !== only),
    ),
  ];
}

/** The parameters of a segment, except those in a query, which the rule on compound identifiers reports. */
function namesInPath({ text, parameters }: PathSegment): readonly string[] {
  const path = text.replace(/[?#].*/, '');
  return parameters.filter((name) => path.includes(`{${name}}`));
}

function describeStray(parameter: ParameterNode, wanted: string | undefined): DefinitionFinding {
  return {
    at: parameterUse(parameter),
    message: `The path does not contain \`{${parameter.name}}\`.`,
    help:
      wanted === undefined ? 'Add it to the path, or remove the parameter.' : `Rename it to \`${wanted}\`.`,
  };
}

/** The lists of parameters of a path and its operations, each as written. */
function listsOf(path: PathNode): readonly (readonly ParameterNode[])[] {
  return [path, ...path.operations].map(({ ownParameters }) => ownParameters);
}

function findRepeated(path: PathNode): readonly DefinitionFinding[] {
  const all = path.segments.flatMap(({ parameters }) => parameters);
  const names = [...new Set(repeated(all, (name) => name))];
  if (names.length === 0) return [];
  const subject = names.length === 1 ? 'parameter' : 'parameters';
  return [
    {
      at: path.pointer,
      part: 'key',
      message: `The path names the ${subject} ${listSome(names)} more than once.`,
      help: 'Give each of them a different name.',
    },
  ];
}

function findDoubles(path: PathNode): readonly DefinitionFinding[] {
  return listsOf(path).flatMap((list) =>
    repeated(
      list,
      ({ location, name }) => `${location} ${location === 'header' ? name.toLowerCase() : name}`,
    ).map((parameter) => ({
      at: parameterUse(parameter),
      message: `The parameter \`${parameter.name}\` is declared twice.`,
      help: 'Keep one of the two.',
    })),
  );
}

/** The items with the same key as an earlier item. */
function repeated<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    return seen.has(key) || !seen.add(key);
  });
}
