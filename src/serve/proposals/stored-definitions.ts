import type { Digest } from '#compiled/digest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { StoredDefinition, SentDefinition } from '#runtime/ports/stored-definition.ts';
import type { ProposalProblem } from '#runtime/ports/proposals.ts';
import type { ProposalQuestion } from './proposal-questions.ts';

/** How many documents a person may have. */
const mostOfPerson = 4;

/** The total size of all documents, in bytes. A single document may be larger. */
const maxBytes = 256 * 1024 ** 2;

/** The same for one person, so that nobody displaces the documents of all others. */
const maxBytesOfPerson = 64 * 1024 ** 2;

/** How long a document is stored after it was last used, in milliseconds. */
const storedMs = 3_600_000;

interface StoredBytes {
  readonly personId: string;
  readonly bytes: SentDefinition['bytes'];
  readonly until: number;
}

/** The documents of changes that persons are preparing. They are too large to be part of a form. */
export class StoredDefinitions {
  readonly #clock: Clock;
  /** By person and digest; the most recently used is last. */
  readonly #definitions = new Map<string, StoredBytes>();
  #sweeping: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep({ digest, bytes }: SentDefinition, personId: string): StoredDefinition {
    this.#store(keyOf(personId, digest), { personId, bytes });
    this.#dropOldest(personId);
    return { stored: digest };
  }

  /** The stored document that a question names; undefined if it names none. */
  find(question: ProposalQuestion): SentDefinition['bytes'] | ProposalProblem | undefined {
    const stored = storedIn(question);
    if (stored === undefined) return undefined;
    this.#dropExpired();
    const key = keyOf(question.person.id, stored);
    const found = this.#definitions.get(key);
    if (!found) return expired;
    this.#store(key, found);
    return found.bytes;
  }

  close(): void {
    clearTimeout(this.#sweeping);
    this.#definitions.clear();
  }

  #store(key: string, { personId, bytes }: Omit<StoredBytes, 'until'>): void {
    this.#definitions.delete(key);
    this.#definitions.set(key, { personId, bytes, until: this.#clock() + storedMs });
    clearTimeout(this.#sweeping);
    this.#sweeping = setTimeout(() => this.#dropExpired(), storedMs).unref();
  }

  #dropExpired(): void {
    const now = this.#clock();
    for (const [key, { until }] of this.#definitions) if (until <= now) this.#definitions.delete(key);
  }

  #dropOldest(personId: string): void {
    this.#dropExpired();
    const own = [...this.#definitions].filter(([, stored]) => stored.personId === personId);
    for (const [key] of own.slice(0, -mostOfPerson)) this.#definitions.delete(key);
    this.#dropBeyond(maxBytesOfPerson, own.slice(-mostOfPerson));
    this.#dropBeyond(maxBytes, [...this.#definitions]);
  }

  /** Removes the oldest of some documents until they fit, but never the last one. */
  #dropBeyond(limit: number, documents: readonly (readonly [string, StoredBytes])[]): void {
    let size = documents.reduce((sum, [, { bytes }]) => sum + bytes.length, 0);
    for (const [key, { bytes }] of documents.slice(0, -1)) {
      if (size <= limit) break;
      this.#definitions.delete(key);
      size -= bytes.length;
    }
  }
}

function keyOf(personId: string, digest: Digest): string {
  return `${digest} ${personId}`;
}

function storedIn(question: ProposalQuestion): Digest | undefined {
  const definition = definitionIn(question);
  return typeof definition === 'object' ? definition.stored : undefined;
}

function definitionIn(question: ProposalQuestion): string | StoredDefinition | undefined {
  if (question.method === 'readDefinition') return question.text;
  if (question.method === 'lintApi') return question.api.definition;
  const { change } = 'change' in question ? question : {};
  return change && 'definition' in change ? change.definition : undefined;
}

const expired: ProposalProblem = {
  problem: 'definition_expired',
  reason:
    'The gateway keeps a document for up to an hour. Nothing has been changed: send the document again.',
  field: 'definition',
};
