import type { Workspace } from '#compiler/workspace/workspace.ts';

/**
 * The folder with the folders `apis` and `applications`, with a slash at its end: that of the first declaration in
 * one of them, since a new declaration next to it is read too. Empty for the root.
 */
export function declarationsFolder({ applications, apis }: Pick<Workspace, 'applications' | 'apis'>): string {
  const folders = [...applications, ...apis].flatMap(
    ({ place }) => /^((?:[^/]+\/)*?)(?:apis|applications)\//.exec(place.file)?.[1] ?? [],
  );
  return folders[0] ?? '';
}
