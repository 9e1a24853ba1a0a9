import { foldName } from '#compiled/header-fate.ts';
import { foldQueryName } from '#openapi/writing/fold-query-name.ts';
import type { ContractParameter } from './read-parameters.ts';

/** A parameter, or a field of a form at the location `form`. */
export type SentParameter = Pick<ContractParameter, 'in' | 'name' | 'writing' | 'sentNames'>;

export function describeForbidden(other: string): string {
  return `was removed and is now rejected, since it is another spelling of ${other}`;
}

/**
 * The names that the gateway refuses because lenient servers would read them as other spellings of declared names:
 * those of an operation's parameters, or of a form's fields.
 */
export class Spellings {
  readonly #declared = new Set<string>();
  readonly #deepNames = new Set<string>();
  readonly #folded = new Map<string, string>();
  readonly #headers = new Set<string>();
  readonly #foldedHeaders = new Map<string, string>();

  constructor(parameters: Iterable<SentParameter>) {
    for (const parameter of parameters) {
      if (isNamed(parameter.in)) this.#addNamed(parameter);
      if (parameter.in === 'header') this.#addHeader(parameter.name.toLowerCase());
    }
  }

  #addNamed({ name, writing, sentNames }: SentParameter): void {
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

  /**
   * The declared name of which a sent name is another spelling, so that the gateway refuses it; undefined if the name
   * is not refused.
   */
  refusedFor(location: string, name: string): string | undefined {
    if (isNamed(location) && !this.#isDeclared(name)) return this.#folded.get(foldQueryName(name));
    const header = name.toLowerCase();
    const isOther = location === 'header' && !this.#headers.has(header);
    return isOther ? this.#foldedHeaders.get(foldName(header)) : undefined;
  }

  #isDeclared(name: string): boolean {
    const isDeep = name.endsWith(']') && this.#deepNames.has(name.slice(0, name.indexOf('[')));
    return isDeep || this.#declared.has(name);
  }
}

/** Whether values are sent as `name=value`, in a query or in a form. */
function isNamed(location: string): boolean {
  return location === 'query' || location === 'form';
}
