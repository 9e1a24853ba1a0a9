import type { OperationNode, PathNode } from '#openapi/model.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { listSome } from '#compiler/rule/words/list-names.ts';

/** Reports undeclared path parameters, in one finding for each place, since a path can name thousands. */
export function describeUndeclared(path: PathNode, names: readonly string[]): readonly DefinitionFinding[] {
  const isLackingEverywhere = (name: string) => lackingOf(path, name).length === path.operations.length;
  const everywhere = names.filter(isLackingEverywhere);
  const others = names.filter((name) => !isLackingEverywhere(name));
  return [
    ...undeclaredAt(path.pointer, everywhere),
    ...path.operations.flatMap((operation) =>
      undeclaredAt(
        operation.pointer,
        others.filter((name) => !declaredNames(operation).has(name)),
      ),
    ),
  ];
}

function undeclaredAt(at: string, names: readonly string[]): readonly DefinitionFinding[] {
  if (names.length === 0) return [];
  const [subject, verb, them] =
    names.length === 1 ? ['parameter', 'is', 'it'] : ['parameters', 'are', 'each of them'];
  return [
    {
      at,
      part: 'key',
      message: `The path ${subject} ${listSome(names)} ${verb} not declared.`,
      help: `Declare ${them} for the path, with \`in: path\` and \`required: true\`.`,
    },
  ];
}

/** The operations that do not declare a parameter of their path. */
export function lackingOf({ operations }: PathNode, wanted: string): readonly OperationNode[] {
  return operations.filter((operation) => !declaredNames(operation).has(wanted));
}

/** The names of the path parameters that an operation has. */
const declaredNames = oncePer(({ parameters }: OperationNode): ReadonlySet<string> => {
  return new Set(parameters.filter(({ location }) => location === 'path').map(({ name }) => name));
});
