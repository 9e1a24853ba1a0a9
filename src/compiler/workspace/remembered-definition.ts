import { digestOf, type Digest } from '#compiled/digest.ts';
import type { OperationCounts } from '#compiled/api-report.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { DocumentedSecurity } from './documented-security.ts';
import { ResultKind } from './build-store.ts';

/**
 * The findings in a definition whose files have certain texts. They are valid for those texts, so they can be saved
 * from one run of the program to the next.
 */
export interface RememberedDefinition {
  /** The digest of the settings that the definition was linted with. */
  readonly settings: Digest;
  /** The digests of the texts of its files; the definition itself is first. */
  readonly files: Readonly<Record<string, Digest>>;
  /** The diagnostics of loading the document. */
  readonly notices: readonly Diagnostic[];
  readonly findings: readonly Diagnostic[];
  /** The scopes that its operations require, sorted. */
  readonly askedScopes: readonly string[];
  /** The names of each operation, in the order of the document. */
  readonly operationNames: readonly (readonly string[])[];
  /** The documented security of each operation, in the same order. */
  readonly operationSecurity: readonly DocumentedSecurity[];
  /**
   * The digests of the parts of APIs with this definition. The keys are digests of everything else that a part is
   * compiled from.
   */
  readonly parts?: Readonly<Record<string, Digest>>;
  /** The counts of its operations for reports; absent if it was not linted for reports. */
  readonly operations?: OperationCounts;
}

/** By the path of the definition; the input is the digest of the settings. */
export const rememberedDefinitions = new ResultKind<string, RememberedDefinition>('lint', { isSaved: true });

/** The digests of files that contain no declaration, by their paths; the input is the same digest. */
export const filesWithoutDeclarations = new ResultKind<string, Digest>('load', { isSaved: true });

const digestsOfSettings = new WeakMap<GatewayDeclaration, Digest>();

/** The digest of the settings that affect findings in definitions. */
export function digestSettings(gateway: GatewayDeclaration): Digest {
  const digest = digestsOfSettings.get(gateway) ?? digestOf(JSON.stringify(gateway.lint ?? {}));
  digestsOfSettings.set(gateway, digest);
  return digest;
}

/** Whether a rule crashed. If so, findings may be missing, and they are not saved. */
export function hasCrash(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'rule-crash');
}
