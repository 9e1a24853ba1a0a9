import { digestOf, type Digest } from '../../compiled/digest.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { GatewayDeclaration } from '../kinds/gateway/declaration.ts';
import { RuleSettings } from '../rule/rule-settings.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Definition } from '../workspace/workspace.ts';
import type { DefinitionMemory } from '../workspace/definition-memory.ts';
import { openDocument } from '../../openapi/open-document.ts';
import { referablePartsOf } from '../workspace/referable-parts.ts';

/** What one rule has found in one declaration. */
export interface NodeFindings {
  /** The rule's number in the order of all. */
  readonly rule: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Remembers from one run of the program to another what was found in definitions, by a digest of the settings and the
 * texts that it was found with. It is of one version of the program.
 */
export interface FindingsMemory {
  recall(key: Digest): readonly Diagnostic[] | undefined;
  keep(key: Digest, found: readonly Diagnostic[]): void;
}

/**
 * What was found in declarations and in definitions, kept for as long as they are the same objects and are linted
 * with the same settings. All lints that share a cache have the same rules.
 */
export class FindingsCache {
  readonly #memory: FindingsMemory | undefined;
  #key = '';
  #ofNodes = new WeakMap<object, readonly NodeFindings[]>();
  #ofDefinitions = new WeakMap<Definition, readonly Diagnostic[]>();

  constructor(memory?: FindingsMemory) {
    this.#memory = memory;
  }

  /** The settings to lint with; what was found with others is forgotten. */
  open(gateway: GatewayDeclaration): RuleSettings {
    const key = JSON.stringify([gateway.lint, Object.keys(gateway.deployments)]);
    if (this.#key !== key) {
      this.#ofNodes = new WeakMap();
      this.#ofDefinitions = new WeakMap();
    }
    this.#key = key;
    return new RuleSettings(gateway);
  }

  inNode(node: object, find: () => readonly NodeFindings[]): readonly NodeFindings[] {
    const known = this.#ofNodes.get(node);
    if (known) return known;
    const found = find();
    // A failed rule is reported at the configuration, which may look different the next time.
    if (!found.some(({ diagnostics }) => hasCrash(diagnostics))) this.#ofNodes.set(node, found);
    return found;
  }

  inDefinition(
    definition: Definition,
    sources: Sources,
    find: () => readonly Diagnostic[],
  ): readonly Diagnostic[] {
    const known = this.#ofDefinitions.get(definition);
    if (known) return known;
    const found = this.#memory ? remember(this.#memory, this.#keyOf(definition, sources), find) : find();
    this.#ofDefinitions.set(definition, found);
    return found;
  }

  #keyOf({ files }: Definition, sources: Sources): Digest {
    const texts = files.map((file) => [file, sources.digest(file)]);
    return digestOf(JSON.stringify([this.#key, texts]));
  }
}

function remember(
  memory: FindingsMemory,
  key: Digest,
  find: () => readonly Diagnostic[],
): readonly Diagnostic[] {
  const known = memory.recall(key);
  if (known) return known;
  const found = find();
  if (!hasCrash(found)) memory.keep(key, found);
  return found;
}

function hasCrash(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'rule-crash');
}

/** Has a memory keep what was found in each definition, unless a rule failed on it. */
export async function keepFindings(
  memory: DefinitionMemory,
  sources: Sources,
  inDefinitions: ReadonlyMap<Definition, readonly Diagnostic[]>,
): Promise<void> {
  for (const [{ place, files, notices, contract }, linted] of inDefinitions) {
    if (linted.some(({ code }) => code === 'rule-crash')) continue;
    const digests = files.flatMap((file) => {
      const digest = sources.digest(file);
      return digest ? [[file, digest] as const] : [];
    });
    const diagnostics = [...notices, ...linted];
    await memory.keep(place.file, {
      files: Object.fromEntries(digests),
      diagnostics,
      ...referablePartsOf(openDocument(contract)),
    });
  }
}
