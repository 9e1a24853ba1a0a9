import type { Digest } from '../../compiled/digest.ts';
import type { DefinitionMemory, RememberedDefinition } from '../../compiler/workspace/definition-memory.ts';

/** Remembers, as long as an editor has a folder open, what was found in the definitions that nobody is editing. */
export class SessionMemory implements DefinitionMemory {
  #settings = '';
  readonly #definitions = new Map<string, RememberedDefinition>();
  readonly #withoutDeclarations = new Map<string, Digest>();

  async open(settings: string): Promise<void> {
    if (settings !== this.#settings) this.#definitions.clear();
    this.#settings = settings;
  }

  filesOf(definition: string): RememberedDefinition['files'] | undefined {
    return this.#definitions.get(definition)?.files;
  }

  async recall(definition: string): Promise<RememberedDefinition | undefined> {
    return this.#definitions.get(definition);
  }

  async keep(definition: string, remembered: RememberedDefinition): Promise<void> {
    this.#definitions.set(definition, remembered);
  }

  isWithoutDeclarations(file: string, digest: Digest): boolean {
    return this.#withoutDeclarations.get(file) === digest;
  }

  keepWithoutDeclarations(file: string, digest: Digest): void {
    this.#withoutDeclarations.set(file, digest);
  }
}
