import type { Guide } from '#compiled/settings/guide.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { NumberTexts } from '#compiled/contract/number-texts.ts';
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
  /** The line of versions of the specification that the document follows. */
  readonly openapi: '2.0' | '3.0' | '3.1' | '3.2';
  /** The root of the file that the declaration names. */
  readonly place: Place;
  /** The document with its references into other files bundled in. */
  readonly contract: JsonObject;
  /** The texts of the numbers in `contract` that JSON.stringify would write differently; undefined without any. */
  numberTexts(): NumberTexts | undefined;
  /** The place in the sources of the value at a pointer of `contract`. */
  originOf(pointer: string): Place;
  /**
   * The nearest replaced `$ref` whose target contains the value at a pointer of `contract`; undefined if the value is
   * not from the target of a reference.
   */
  referenceTo(pointer: string): Place | undefined;
  /** The files that make up the document, with the file that the declaration names first. */
  readonly files: readonly string[];
  /** The diagnostics of loading the document, without errors. */
  readonly notices: readonly Diagnostic[];
  /**
   * Set for a document with errors: the pointers in `contract` of values that are omitted or replaced. Such a document
   * is only linted, never compiled.
   */
  readonly invalidPointers?: ReadonlySet<string>;
}

export interface DeclaredApi extends Declared<ApiDeclaration> {
  /** Absent if the document could not be read; a diagnostic explains why. */
  readonly definition?: Definition;
  /** Set in place of `definition` if the document has errors: the part that can be read. */
  readonly readablePart?: Definition;
  /** Set in place of `readablePart`: the findings in that part. */
  readonly findingsInPart?: readonly Diagnostic[];
  /**
   * The earlier findings of the definition, if nothing that affects them has changed since. Set in place of
   * `definition`, or together with a definition that is not parsed before its contents are read.
   */
  readonly remembered?: RememberedDefinition;
  /** The guides that could be read; absent if the API declares none. */
  readonly guides?: readonly Guide[];
}

/** The declarations of each kind, by the list of the manifest that they are compiled into. */
export type DeclaredLists = { readonly [Name in ListName]: readonly Declared<DeclarationOf<Name>>[] };

/** Everything declared, in the order of files and of documents within them. */
export interface Workspace extends DeclaredLists {
  readonly gateway: Declared<GatewayDeclaration>;
  readonly apis: readonly DeclaredApi[];
  /**
   * The names of all declarations of a kind, including declarations that violate their schema, which the lists above
   * omit.
   */
  readonly names: Readonly<Record<Kind, ReadonlySet<string>>>;
  /**
   * The locations of declarations whose name could not be read. A reference to an unknown name may refer to one of
   * them.
   */
  readonly unnamed: Readonly<Record<Kind, readonly Place[]>>;
  /** The logo of the store, if it is declared and can be shown. */
  readonly logo?: StoreLogo;
  /** The guides of the organisation that could be read; absent if the store declares none. */
  readonly guides?: readonly Guide[];
  readonly sources: Sources;
  readonly suppressions: Suppressions;
}

declare const checked: unique symbol;

/** A workspace without errors. Only lint creates one, and compile requires one. */
export type CheckedWorkspace = Workspace & { readonly [checked]: true };
