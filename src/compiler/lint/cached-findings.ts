import type { Digest } from '#compiled/digest.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import { type BuildStore, ResultKind, type Results } from '#compiler/workspace/build-store.ts';
import {
  digestSettings,
  hasCrash,
  rememberedDefinitions,
  type RememberedDefinition,
} from '#compiler/workspace/remembered-definition.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { CachedParts } from './cached-parts.ts';
import { rememberDefinition } from './remember-definition.ts';

/** The findings of one rule in one declaration. */
export interface NodeFindings {
  /** The index of the rule in the list of rules. */
  readonly rule: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** An object that identifies the current settings and rules; a change of either creates a new object. */
const combinations = new ResultKind<'current', object>('lint');
/** Findings per node and per definition, valid for one combination of settings and rules. */
const findingsInNodes = new ResultKind<object, readonly NodeFindings[]>('lint');
const findingsInDefinitions = new ResultKind<Definition, readonly Diagnostic[]>('lint');

/** Findings in parts, by the path of the definition; valid for one combination of settings and rules. */
const partsOfDefinitions = new ResultKind<string, CachedParts>('lint');

export interface FindingsOptions {
  readonly store: BuildStore;
  readonly rules: readonly Rule[];
  /** Whether findings in definitions are also cached by the digests of their texts. */
  readonly remembers: boolean;
  /** Whether findings that earlier runs cached by digest are used. */
  readonly reuses: boolean;
  /** Definitions that somebody edits: findings in their parts are cached. */
  readonly edited: ReadonlySet<string>;
}

/**
 * Caches the findings in declarations and definitions, as long as the object, the settings and the rules are the same.
 */
export class CachedFindings {
  readonly #combination: object;
  readonly #gateway: GatewayDeclaration;
  readonly #settings: Digest;
  readonly #inNodes: Results<object, readonly NodeFindings[]>;
  readonly #inDefinitions: Results<Definition, readonly Diagnostic[]>;
  readonly #remembered: Results<string, RememberedDefinition> | undefined;
  readonly #reuses: boolean;
  readonly #parts: Results<string, CachedParts>;
  readonly #edited: ReadonlySet<string>;

  constructor(gateway: GatewayDeclaration, { store, rules, remembers, reuses, edited }: FindingsOptions) {
    const settings = JSON.stringify([gateway.lint, Object.keys(gateway.deployments)]);
    const current = store.of(combinations);
    this.#combination =
      current.find('current', [settings, rules]) ?? current.set('current', [settings, rules], {});
    this.#gateway = gateway;
    this.#settings = digestSettings(gateway);
    this.#inNodes = store.of(findingsInNodes);
    this.#inDefinitions = store.of(findingsInDefinitions);
    this.#remembered = remembers ? store.of(rememberedDefinitions) : undefined;
    this.#reuses = reuses;
    this.#parts = store.of(partsOfDefinitions);
    this.#edited = edited;
    // Marks the cached parts as used: a file with a temporary syntax error is not linted, but its findings are needed
    // later.
    for (const file of edited) this.#parts.find(file, this.#combination);
  }

  inNode(node: object, find: () => readonly NodeFindings[]): readonly NodeFindings[] {
    const known = this.#inNodes.find(node, this.#combination);
    if (known) return known;
    const found = find();
    // Not cached: a crash is reported in the gateway's configuration, which may differ the next time.
    if (found.some(({ diagnostics }) => hasCrash(diagnostics))) return found;
    return this.#inNodes.set(node, this.#combination, found);
  }

  inDefinition(
    definition: Definition,
    sources: Sources,
    find: (parts?: CachedParts) => readonly Diagnostic[],
  ): readonly Diagnostic[] {
    const known = this.#inDefinitions.find(definition, this.#combination);
    if (known) return known;
    // The errors of an invalid document are not saved, so its findings are not saved either.
    const isWhole = !definition.invalidPointers;
    const mayReuse = isWhole && this.#reuses && !this.#lacksParts(definition);
    const found =
      (mayReuse ? this.#findRemembered(definition, sources) : undefined) ?? find(this.#partsOf(definition));
    if (hasCrash(found)) return found;
    if (isWhole) this.#remember(definition, sources, found);
    return this.#inDefinitions.set(definition, this.#combination, found);
  }

  /**
   * Whether an edited document has no cached parts yet. It is then linted at once, so that its first edit need not wait
   * for that.
   */
  #lacksParts({ place: { file } }: Definition): boolean {
    return this.#edited.has(file) && this.#parts.last(file) === undefined;
  }

  /** Undefined for a document with errors: its parts are new copies each time, so no cached part would match. */
  #partsOf({ place: { file }, contract, invalidPointers }: Definition): CachedParts | undefined {
    if (!this.#edited.has(file) || invalidPointers) return undefined;
    const before = this.#parts.find(file, this.#combination);
    return this.#parts.set(file, this.#combination, new CachedParts(contract, before));
  }

  #findRemembered({ place, files }: Definition, sources: Sources): readonly Diagnostic[] | undefined {
    const known = this.#remembered?.last(place.file);
    const isSame = known && files.every((file) => known.files[file] === sources.digest(file));
    return isSame ? this.#remembered?.find(place.file, this.#settings)?.findings : undefined;
  }

  #remember(definition: Definition, sources: Sources, findings: readonly Diagnostic[]): void {
    const { place } = definition;
    const [remembered, settings] = [this.#remembered, this.#settings];
    if (!remembered || remembered.find(place.file, settings)?.findings === findings) return;
    remembered.set(place.file, settings, rememberDefinition(definition, sources, this.#gateway, findings));
  }
}
