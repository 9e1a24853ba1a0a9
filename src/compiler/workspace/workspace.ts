import type { JsonObject } from '#compiled/json.ts';
import type { ListName } from '#compiled/manifest.ts';
import type { StoreLogo } from '#compiled/settings/store-settings.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Place } from '#source/place.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { DeclarationOf, Kind } from '#compiler/declaration/kinds.ts';
import type { Declared } from './declared.ts';
import type { Suppressions } from './suppressions.ts';
import type { RememberedDefinition } from './remembered-definition.ts';
import type { Sources } from './sources.ts';

/** An API's OpenAPI document. */
export interface Definition {
  /** The line of the specification that it follows. */
  readonly openapi: '2.0' | '3.0' | '3.1' | '3.2';
  /** The root of the file that the declaration names. */
  readonly place: Place;
  /** The document with its references into other files bundled in. */
  readonly contract: JsonObject;
  /** The place in the sources of the value at a pointer of `contract`. */
  originOf(pointer: string): Place;
  /**
   * The nearest `$ref` that was replaced by the value at a pointer of `contract` or by what encloses it; undefined if
   * no reference was replaced.
   */
  referenceTo(pointer: string): Place | undefined;
  /** The files that the document spreads over, its own first. */
  readonly files: readonly string[];
  /** The diagnostics of loading the document, without errors. */
  readonly notices: readonly Diagnostic[];
  /**
   * Of a document with errors: the pointers in `contract` of values that are omitted or replaced. Such a document is
   * only linted, never compiled.
   */
  readonly invalidPointers?: ReadonlySet<string>;
}

export interface DeclaredApi extends Declared<ApiDeclaration> {
  /** Absent if the document could not be read; a diagnostic explains why. */
  readonly definition?: Definition;
  /** Instead of the definition: the part of a document with errors that can be read. */
  readonly readablePart?: Definition;
  /** Instead of that part: the findings in it. */
  readonly findingsInPart?: readonly Diagnostic[];
  /**
   * The earlier findings of the definition, if nothing that affects them has changed since: instead of the definition,
   * or next to one that is not parsed before something asks for its contents.
   */
  readonly remembered?: RememberedDefinition;
}

/** The declarations of each kind, by the list of the manifest that they are compiled into. */
export type DeclaredLists = { readonly [Name in ListName]: readonly Declared<DeclarationOf<Name>>[] };

/** Everything declared, in the order of files and of documents within them. */
export interface Workspace extends DeclaredLists {
  readonly gateway: Declared<GatewayDeclaration>;
  readonly apis: readonly DeclaredApi[];
  /** The names of all declarations of a kind, including those that violate their schema and are omitted above. */
  readonly names: Readonly<Record<Kind, ReadonlySet<string>>>;
  /**
   * The locations of declarations whose name could not be read: a reference to an unknown name may refer to one of
   * them.
   */
  readonly unnamed: Readonly<Record<Kind, readonly Place[]>>;
  /** That of the store, if one is declared and can be shown. */
  readonly logo?: StoreLogo;
  readonly sources: Sources;
  readonly suppressions: Suppressions;
}

declare const checked: unique symbol;

/** A workspace without errors: only lint makes one, only compile takes one. */
export type CheckedWorkspace = Workspace & { readonly [checked]: true };
