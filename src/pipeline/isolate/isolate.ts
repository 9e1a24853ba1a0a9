import { builtInCodes } from '#diagnostic/built-in-codes.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Rebuilt } from '../create-builder.ts';
import { type HeldSources, holdParts } from './hold-parts.ts';
import { listChanged, type ReadSources, SourceState } from './source-state.ts';

/** Builds the sources with the texts of some files replaced. */
export type BuildWith = (replaced: HeldSources['replaced']) => Promise<Rebuilt>;

/** A table that was built from sources, parts of which are held back. */
export interface Isolated {
  readonly built: Rebuilt & Required<Pick<Rebuilt, 'compiled' | 'checked' | 'packed'>>;
  /** The parts that are held back, each with the first error that is the reason. */
  readonly held: ReadonlyMap<string, Diagnostic>;
  readonly newer: SourceState;
  readonly earlier: SourceState;
  /** The texts that were read in place of files, as in `HeldSources`. */
  readonly replaced: HeldSources['replaced'];
}

/** After this number of builds, a reload holds back the parts that it has found so far. */
const maxBuilds = 40;
/** The maximum number of searches for parts with errors. One error may hide others, but not often. */
const maxRounds = 8;

/**
 * Builds sources with errors, and holds back as few parts as possible, which stay as in the earlier sources. Undefined
 * if this is impossible, since an error in the configuration itself affects everything.
 */
export async function isolate(
  newest: Rebuilt,
  earlier: ReadSources | undefined,
  configFile: string,
  build: BuildWith,
): Promise<Isolated | undefined> {
  const { workspace, sources, diagnostics } = newest;
  if (!workspace) return undefined;
  const states = { newer: new SourceState({ workspace, sources }), earlier: new SourceState(earlier) };
  // If an API names the configuration as its definition, the API has the error, not the configuration.
  const isOwn = states.newer.apisOf(configFile).size === 0;
  if (isOwn && errorsOf(diagnostics).some(({ at }) => at.file === configFile)) return undefined;
  return new Search(states, newest, configFile, build).run();
}

class Search {
  readonly #newer: SourceState;
  readonly #earlier: SourceState;
  readonly #newest: Rebuilt;
  readonly #build: BuildWith;
  readonly #changed: ReadonlySet<string>;
  readonly #reasons = new Map<string, Diagnostic>();
  #builds = 0;
  #found: Isolated | undefined;

  constructor(
    { newer, earlier }: { readonly newer: SourceState; readonly earlier: SourceState },
    newest: Rebuilt,
    configFile: string,
    build: BuildWith,
  ) {
    this.#newer = newer;
    this.#earlier = earlier;
    this.#newest = newest;
    this.#build = build;
    this.#changed = listChanged(newer, earlier, configFile);
  }

  async run(): Promise<Isolated | undefined> {
    const blamed = await this.#holdBlamed();
    if (!this.#found) await this.#try(this.#changed);
    if (!this.#found) return undefined;
    const certain = this.#listCertain();
    const doubtful = [...this.#requested].filter((part) => !certain.has(part)).toSorted();
    const isTried = blamed === 1 && certain.size === 0;
    if (isTried) await this.#releaseHalves(doubtful);
    else await this.#release(doubtful);
    return this.#found;
  }

  #requested: ReadonlySet<string> = new Set();

  /** Holds back the parts with errors until no error remains. Returns the number of rounds. */
  async #holdBlamed(): Promise<number> {
    let built = this.#newest;
    let held = holdParts(this.#newer, this.#earlier, new Set());
    for (let round = 1; round <= maxRounds; round += 1) {
      const blamed = this.#blame(built, held);
      if (blamed.length === 0) return round;
      const requested = new Set([...held.held, ...blamed]);
      held = holdParts(this.#newer, this.#earlier, requested);
      built = await this.#try(requested);
      if (this.#found) return round;
    }
    return maxRounds;
  }

  /**
   * The parts with errors that can still be held back. If an error is in no such part, the parts at its related places.
   */
  #blame(built: Rebuilt, held: HeldSources): readonly string[] {
    const { workspace, sources, diagnostics } = built;
    const state = workspace ? new SourceState({ workspace, sources }) : this.#newer;
    const blamed = new Set<string>();
    for (const error of errorsOf(diagnostics)) {
      const places = [error.at, ...(error.related ?? []).map(({ at }) => at)];
      const found = places
        .flatMap((at) => this.#partsAt(at, state, held))
        .map((parts) => parts.filter((part) => this.#canHold(part, held)))
        .find((parts) => parts.length > 0);
      for (const part of found ?? []) {
        blamed.add(part);
        if (!this.#reasons.has(part)) this.#reasons.set(part, error);
      }
    }
    return [...blamed];
  }

  #canHold(part: string, { held }: HeldSources): boolean {
    return this.#changed.has(part) && !held.has(part);
  }

  /**
   * The parts that may contain an error at a place, the most likely first: an API can name any file as its definition.
   */
  #partsAt(
    { file, line }: Diagnostic['at'],
    state: SourceState,
    held: HeldSources,
  ): readonly (readonly string[])[] {
    const apis = new Set([...state.apisOf(file), ...this.#newer.apisOf(file)]);
    const part = held.partAt(file, line);
    if (apis.size === 0) return [[part ?? `File ${file}`]];
    return part === undefined ? [[...apis]] : [[...apis], [part]];
  }

  /** Builds the sources with some parts held back, and saves the result if it has no error. */
  async #try(requested: ReadonlySet<string>): Promise<Rebuilt> {
    const { replaced, named } = holdParts(this.#newer, this.#earlier, requested);
    this.#builds += 1;
    const built = await this.#build(replaced);
    const { compiled, checked, packed } = built;
    if (!compiled || !checked || !packed) return built;
    this.#requested = requested;
    this.#found = {
      built: { ...built, compiled, checked, packed },
      held: new Map([...named].map(([name, part]) => [name, this.#reasonOf(part)])),
      newer: this.#newer,
      earlier: this.#earlier,
      replaced,
    };
    return built;
  }

  /** The error because of which a part is held back. It may be in another part. */
  #reasonOf(part: string): Diagnostic {
    const known = this.#reasons.get(part) ?? [...this.#reasons.values()][0];
    const [first] = errorsOf(this.#newest.diagnostics);
    const reason = known ?? first;
    if (!reason) throw new Error('a part was held back of sources without errors');
    return reason;
  }

  /** The parts with errors that cannot depend on other parts: errors of syntax and of schemas. */
  #listCertain(): ReadonlySet<string> {
    const held = holdParts(this.#newer, this.#earlier, new Set());
    const errors = errorsOf(this.#newest.diagnostics).filter(({ code }) => Object.hasOwn(builtInCodes, code));
    return new Set(errors.flatMap(({ at }) => this.#partsAt(at, this.#newer, held)[0] ?? []));
  }

  /** Releases as many of the given parts as possible. */
  async #release(parts: readonly string[]): Promise<void> {
    if (parts.length === 0 || this.#builds >= maxBuilds) return;
    const before = this.#found;
    await this.#try(new Set([...this.#requested].filter((part) => !parts.includes(part))));
    if (this.#found === before) await this.#releaseHalves(parts);
  }

  async #releaseHalves(parts: readonly string[]): Promise<void> {
    if (parts.length <= 1) return;
    const middle = Math.ceil(parts.length / 2);
    await this.#release(parts.slice(0, middle));
    await this.#release(parts.slice(middle));
  }
}

function errorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}
