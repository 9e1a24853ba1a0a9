import { dirname, join } from 'node:path/posix';
import { digestOf } from '#compiled/digest.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { fitsGlob } from '#source/fits-glob.ts';
import { toSnakeCase } from './checked-text.ts';

type KnownNames = Pick<Workspace, 'apis' | 'names' | 'gateway'>;

/**
 * The file for a subscription that an application asks for: `subscriptions/dog_walker.yaml` next to the API. Each
 * application has its own file, so that git merges the proposals of several applications in any order. If the globs of
 * the gateway do not find that file, the file is `subscriptions.yaml`.
 */
export function subscriptionFile(
  workspace: KnownNames,
  application: string,
  api: Declared<ApiDeclaration>,
): string {
  const folder = dirname(api.place.file);
  const name = `${fileNameOf(workspace, application)}.yaml`;
  const file = join(folder, 'subscriptions', ...folderOfVersion(workspace, api), name);
  const globs = workspace.gateway.value.sources;
  const isRead = !globs || globs.some((glob) => fitsGlob(file, glob));
  return isRead ? file : join(folder, 'subscriptions.yaml');
}

/** A folder of its own for an API version that is declared next to others; empty otherwise. */
function folderOfVersion(
  { apis }: KnownNames,
  { value: { name, version }, place }: Declared<ApiDeclaration>,
): readonly string[] {
  const folder = dirname(place.file);
  const isOnlyVersion = apis.filter((other) => dirname(other.place.file) === folder).length < 2;
  return isOnlyVersion ? [] : [`${toSnakeCase(name)}_${version.replace(/^v?/, 'v')}`];
}

/** Two names that are the same in snake_case, such as `DogWalker` and `dog-walker`, have different file names. */
function fileNameOf({ names }: KnownNames, application: string): string {
  const plain = toSnakeCase(application);
  const isTaken = [...names.Application].some(
    (other) => other !== application && toSnakeCase(other) === plain,
  );
  return isTaken ? `${plain}_${digestOf(application).slice('sha256:'.length).slice(0, 8)}` : plain;
}
