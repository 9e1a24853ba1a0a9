import type { Workspace } from '#compiler/workspace/workspace.ts';

/**
 * The folder that contains `apis` and `applications`, with a slash at its end; empty for the root. Taken from the first
 * declaration in one of the two folders, since a new declaration next to it is read too.
 */
export function declarationsFolder({ applications, apis }: Pick<Workspace, 'applications' | 'apis'>): string {
  const folders = [...applications, ...apis].flatMap(
    ({ place }) => /^((?:[^/]+\/)*?)(?:apis|applications)\//.exec(place.file)?.[1] ?? [],
  );
  return folders[0] ?? '';
}
