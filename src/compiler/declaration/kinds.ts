import type { Static } from 'typebox';
import { allLists, type ListedKind, type ListName, type manifestLists } from '#compiled/manifest.ts';
import type { kindSchemas } from './kind-schemas.ts';

/** A kind of declaration: `Api`. */
export type Kind = 'Gateway' | ListedKind;

/**
 * Every kind, in the order in which people see them. Their schemas are in another file, since they take long to load.
 */
export const kinds: readonly Kind[] = ['Gateway', ...allLists.map(({ kind }) => kind)];

/** The value of a declaration, by its kind. */
export type DeclarationOfKind = { readonly [K in Kind]: Static<(typeof kindSchemas)[K]> };

/** The value of a declaration, by the list of the manifest that it is compiled into. */
export type DeclarationOf<Name extends ListName> = DeclarationOfKind[(typeof manifestLists)[Name]['kind']];

const folderless: ListName = 'subscriptions';

/** The folders that declarations are read from by default; a subscription is next to its API. */
export const folders: readonly string[] = allLists
  .filter(({ name }) => name !== folderless)
  .map(({ name }) => kebabCase(name));

/** The name of a kind or a list in the names of files: `identity-provider`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}
