import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { ApiDeclaration } from '../kinds/api/declaration.ts';
import type { Declared } from '../workspace/declared.ts';
import type { DeclaredApi } from '../workspace/workspace.ts';
import type { ReadText } from './files/read-text.ts';

export interface FoundDefinition {
  readonly parts: Pick<DeclaredApi, 'definition' | 'remembered'>;
  /** What is wrong with it. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was asked for. */
  readonly files: readonly string[];
}

/** What was found in the definition at a path. */
export interface KeptDefinition {
  readonly found: FoundDefinition;
  /** What each of its files held. */
  readonly texts: readonly (ReadText | undefined)[];
  /** The API that named it first; a problem of a definition is reported at the API too. */
  readonly namedBy: Declared<ApiDeclaration>;
}
