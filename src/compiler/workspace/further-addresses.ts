import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';

/** The path of each further address that an API declares, in the order of the declaration. */
export function furtherPaths({ alsoAt = [] }: Pick<ApiDeclaration, 'alsoAt'>): readonly string[] {
  return alsoAt.map((declared) => (typeof declared === 'string' ? declared : declared.path));
}

/** The steps in the declaration to the path of one further address. */
export function stepsToPath({ alsoAt = [] }: ApiDeclaration, index: number): readonly (string | number)[] {
  return typeof alsoAt[index] === 'string' ? ['alsoAt', index] : ['alsoAt', index, 'path'];
}
