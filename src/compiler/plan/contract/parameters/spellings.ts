import { foldName } from '../../../../compiled/header-fate.ts';
import { foldQueryName } from '../../../../openapi/writing/fold-query-name.ts';
import type { ContractParameter } from './read-parameters.ts';

type SentParameter = Pick<ContractParameter, 'in' | 'name' | 'writing' | 'sentNames'>;

/** The names that the gateway refuses, since lenient servers would take them for parameters of an operation. */
export class Spellings {
  readonly #declared = new Set<string>();
  readonly #deepNames = new Set<string>();
  readonly #folded = new Map<string, string>();
  readonly #headers = new Set<string>();
  readonly #foldedHeaders = new Map<string, string>();

  constructor(parameters: Iterable<SentParameter>) {
    for (const parameter of parameters) {
      if (parameter.in === 'query') this.#addQuery(parameter);
      if (parameter.in === 'header') this.#addHeader(parameter.name.toLowerCase());
    }
  }

  #addQuery({ name, writing, sentNames }: SentParameter): void {
    if (writing === 'deep') this.#deepNames.add(name);
    for (const sent of writing === 'deep' ? [name] : sentNames) {
      if (writing !== 'deep') this.#declared.add(sent);
      if (writing !== 'opaque') this.#folded.set(foldQueryName(sent), sent);
    }
  }

  #addHeader(name: string): void {
    this.#headers.add(name);
    this.#foldedHeaders.set(foldName(name), name);
  }

  /** The parameter whose other spelling a sent name is, for which it is refused; undefined if it is not. */
  refusedFor(location: string, name: string): string | undefined {
    if (location === 'query' && !this.#isDeclaredQuery(name)) return this.#folded.get(foldQueryName(name));
    const header = name.toLowerCase();
    const isOther = location === 'header' && !this.#headers.has(header);
    return isOther ? this.#foldedHeaders.get(foldName(header)) : undefined;
  }

  #isDeclaredQuery(name: string): boolean {
    const isDeep = name.endsWith(']') && this.#deepNames.has(name.slice(0, name.indexOf('[')));
    return isDeep || this.#declared.has(name);
  }
}
