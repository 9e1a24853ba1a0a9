import { foldQueryName } from '#openapi/writing/fold-query-name.ts';
import type { Findings, NamedValuesKind } from '../findings.ts';
import type { ParameterCheck } from './parameter-check.ts';

/** The check that a sent name belongs to. */
interface Slot {
  readonly index: number;
  /** The member of an object parameter that is sent under this name; undefined for other parameters. */
  readonly member: string | undefined;
}

type Sent = string | string[];

/** Checks parameters that are sent as `name=value`, one after the other: a query, a form or cookies. */
export class NamedValues {
  readonly #checks: readonly ParameterCheck[];
  readonly #slots = new Map<string, Slot>();
  /** The indexes of parameters that are sent as `filter[name]`, by the part before the bracket. */
  readonly #deepNames = new Map<string, number>();
  /** The indexes of the checks by the names that lenient servers read. */
  readonly #folded = new Map<string, number>();
  readonly #kind: NamedValuesKind;
  readonly #separator: number;
  readonly #decodesPlus: boolean;

  constructor(checks: readonly ParameterCheck[], kind: NamedValuesKind) {
    this.#checks = checks;
    this.#kind = kind;
    this.#separator = kind === 'cookie' ? semicolon : ampersand;
    this.#decodesPlus = kind !== 'cookie';
    checks.forEach((check, index) => this.#addSlots(check, index));
    if (kind !== 'cookie') this.#addFolded();
  }

  #addSlots(check: ParameterCheck, index: number): void {
    if (check.writing === 'deep') this.#deepNames.set(check.name, index);
    else if (check.writing !== 'pairs') this.#slots.set(check.name, { index, member: undefined });
    else {
      for (const member of check.shape.properties?.keys() ?? []) {
        if (!this.#slots.has(member)) this.#slots.set(member, { index, member });
      }
    }
  }

  #addFolded(): void {
    const indexes = [...this.#slots].map(([name, { index }]) => [name, index] as const);
    for (const [name, index] of [...indexes, ...this.#deepNames]) {
      if (this.#checks[index]?.writing !== 'opaque') this.#folded.set(foldQueryName(name), index);
    }
  }

  /** Checks all values of a text; undeclared names are skipped. */
  check(text: string, findings: Findings): void {
    const sent = text === '' ? undefined : this.#collect(text, findings);
    if (this.#folded.size > 0 && text.includes(';')) this.#checkHidden(text, findings);
    if (findings.isFull) return;
    for (let index = 0; index < this.#checks.length; index++) {
      const check = this.#checks[index];
      const value = sent?.[index];
      if (value !== undefined) check?.check(value, findings);
      else if (check?.required) check.miss(findings);
    }
  }

  /** Collects the sent values by the index of their check, in one pass over the text. */
  #collect(text: string, findings: Findings): (Sent | undefined)[] {
    const sent: (Sent | undefined)[] = [];
    let start = 0;
    let equals = -1;
    for (let index = 0; index <= text.length; index++) {
      const code = index === text.length ? this.#separator : text.charCodeAt(index);
      if (code === equalsSign && equals === -1) equals = index;
      if (code !== this.#separator) continue;
      if (index > start) this.#take(text, start, equals === -1 ? index : equals, index, sent, findings);
      if (findings.isFull) break;
      start = index + 1;
      equals = -1;
    }
    return sent;
  }

  #take(
    text: string,
    start: number,
    equals: number,
    end: number,
    sent: (Sent | undefined)[],
    findings: Findings,
  ): void {
    while (text.charCodeAt(start) === space && start < equals) start++;
    const name = this.#decode(text.slice(start, equals));
    if (name === undefined) return void findings.malformed.push(brokenName);
    const slot = this.#slots.get(name) ?? this.#findDeep(name);
    if (!slot) {
      if (!this.#isMisspelt(name, findings)) findings.noteUndeclared(name, this.#kind);
      return;
    }
    const value = this.#decode(text.slice(Math.min(equals + 1, end), end));
    if (value === undefined) this.#checks[slot.index]?.refuseEscape(findings);
    else put(sent, slot, value);
  }

  /**
   * Refuses a name in which some servers see a declared parameter: `LIMIT`, `limit[]` or `+limit`. Returns whether it
   * was refused.
   */
  #isMisspelt(name: string, findings: Findings): boolean {
    const index = this.#folded.get(foldQueryName(name));
    if (index !== undefined) this.#checks[index]?.refuseSpelling(findings);
    return index !== undefined;
  }

  /**
   * Refuses a declared name after a semicolon, since some servers see two parameters in `a=1;limit=9`. Any other
   * semicolon is part of a value.
   */
  #checkHidden(text: string, findings: Findings): void {
    for (const pair of text.split('&')) {
      for (const part of pair.split(';').slice(1)) {
        const [name = ''] = part.split('=', 1);
        this.#isMisspelt(this.#decode(name) ?? name, findings);
        if (findings.isFull) return;
      }
    }
  }

  #findDeep(name: string): Slot | undefined {
    if (this.#deepNames.size === 0 || !name.endsWith(']')) return undefined;
    const bracket = name.indexOf('[');
    const index = bracket === -1 ? undefined : this.#deepNames.get(name.slice(0, bracket));
    return index === undefined ? undefined : { index, member: name.slice(bracket + 1, -1) };
  }

  #decode(text: string): string | undefined {
    const spaced = this.#decodesPlus && text.includes('+') ? text.replaceAll('+', ' ') : text;
    if (!spaced.includes('%')) return spaced;
    try {
      return decodeURIComponent(spaced);
    } catch {
      // The value of a cookie has no fixed syntax, so it may contain an invalid escape.
      return this.#decodesPlus ? undefined : text;
    }
  }
}

const equalsSign = '='.charCodeAt(0);
const ampersand = '&'.charCodeAt(0);
const semicolon = ';'.charCodeAt(0);
const space = ' '.charCodeAt(0);
const brokenName = 'The name of a parameter contains an invalid percent-escape.';

function put(sent: (Sent | undefined)[], { index, member }: Slot, value: string): void {
  const before = sent[index];
  if (member !== undefined) {
    if (Array.isArray(before)) before.push(member, value);
    else sent[index] = [member, value];
  } else if (before === undefined) sent[index] = value;
  else if (Array.isArray(before)) before.push(value);
  else sent[index] = [before, value];
}
