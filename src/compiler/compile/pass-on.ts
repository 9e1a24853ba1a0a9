import { fillIn } from '#compiled/json.ts';
import { manifestLists, type ListName, type ManifestEntry } from '#compiled/manifest.ts';
import type { DeclarationOf } from '#compiler/declaration/kinds.ts';

/** The lists whose entries have fields that are passed on as declared. */
type PassingList = {
  [Name in ListName]: (typeof manifestLists)[Name] extends { passedOn: object } ? Name : never;
}[ListName];

type PassedOn<Name extends PassingList> = Pick<
  ManifestEntry<Name>,
  keyof (typeof manifestLists)[Name]['passedOn'] & keyof ManifestEntry<Name>
>;

/** Checks that each default has the type of its field. */
const lists: {
  readonly [Name in PassingList]: {
    readonly passedOn: { readonly [Field in keyof PassedOn<Name>]: PassedOn<Name>[Field] | undefined };
  };
} = manifestLists;

/** The fields of an entry that the gateway reads as they are declared, with their defaults. */
export function passOn<Name extends PassingList>(list: Name, declared: DeclarationOf<Name>): PassedOn<Name> {
  return fillIn<object>(declared, lists[list].passedOn) as PassedOn<Name>;
}
