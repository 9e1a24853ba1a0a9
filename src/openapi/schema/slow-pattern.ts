/** A pattern with at most this many ways to match a text is fast. */
const maxWays = 50_000;

/** The assumed number of repetitions of `*` and `+`, and of positions where a match can begin. */
const anyNumber = 10_000;

/** The linear engine expands counted repetitions; it supports at most this many copies in total. */
const maxCopies = 16;

/**
 * Whether matching a text could take long: there are very many ways to match it, and the linear engine does not support
 * the pattern. True if in doubt.
 */
export function mayMatchSlowly(pattern: string, length = anyNumber - 1): boolean {
  return (
    new WaysOfReading(pattern, length + 1).count() > maxWays &&
    (hasUnsupportedSyntax(pattern) || copiesOf(pattern) > maxCopies)
  );
}

/** Whether matching a text of a length is fast with any engine. False if in doubt. */
export function isQuickFor(pattern: string, length: number): boolean {
  return (
    !/\(\?(?!:|<[\w$])|\\[1-9k]/.test(pattern) && new WaysOfReading(pattern, length + 1).count() <= maxWays
  );
}

/** Whether a pattern contains special groups, backreferences, or syntax of the Unicode mode. */
function hasUnsupportedSyntax(pattern: string): boolean {
  return /\(\?(?!:|<[\w$])|\\[1-9k]|\\[pPu]\{|[\uD800-\uDFFF]/.test(pattern);
}

function copiesOf(pattern: string): number {
  let copies = 1;
  for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    copies *= Math.max(Number(least), Number(most ?? 0), 1);
  }
  return copies;
}

const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

/** Estimates an upper bound of the number of ways in which a regular expression can match a text. */
class WaysOfReading {
  readonly #pattern: string;
  readonly #longest: number;
  #at = 0;

  constructor(pattern: string, longest: number) {
    this.#pattern = pattern;
    this.#longest = longest;
  }

  count(): number {
    const { ways, alternatives } = this.#readAlternatives();
    const isAnchored = alternatives === 1 && this.#pattern.startsWith('^');
    return isAnchored ? ways : ways * this.#longest;
  }

  #readAlternatives(): { readonly ways: number; readonly alternatives: number } {
    let ways = 0;
    let alternatives = 1;
    let sequence = 1;
    while (this.#at < this.#pattern.length) {
      const character = this.#pattern[this.#at++];
      if (character === ')') break;
      if (character === '|') {
        ways += sequence;
        alternatives++;
        sequence = 1;
      } else sequence *= this.#readRepeated(this.#readAtom(character));
    }
    return { ways: ways + sequence, alternatives };
  }

  #readAtom(character: string | undefined): number {
    if (character === '\\') this.#at++;
    if (character === '[') this.#skipClass();
    return character === '(' ? this.#readAlternatives().ways : 1;
  }

  #skipClass(): void {
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ']') {
      this.#at += this.#pattern[this.#at] === '\\' ? 2 : 1;
    }
    this.#at++;
  }

  /** The number of ways grows exponentially if a part with several ways is repeated. */
  #readRepeated(ways: number): number {
    quantifier.lastIndex = this.#at;
    const found = quantifier.exec(this.#pattern);
    if (!found) return ways;
    this.#at = quantifier.lastIndex;
    const { least, most } = boundsOf(found);
    if (most <= 1) return ways + (1 - least);
    if (ways === 1) return Math.min(most - least + 1, this.#longest);
    return ways ** most * Math.min(most - least + 1, this.#longest);
  }
}

function boundsOf([, sign, least, comma, most]: RegExpExecArray) {
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
  const from = Number(least);
  if (comma === undefined) return { least: from, most: from };
  return { least: from, most: most === '' ? Infinity : Number(most) };
}
