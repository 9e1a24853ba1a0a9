/** The bytes of one upload. Disposing it frees them. */
export interface UploadShare extends Disposable {
  /** Counts received bytes; false if the upload must stop, since all uploads together take too much memory. */
  add(bytes: number): boolean;
}

/** Limits the memory of the uploads that are being received, in total, and their number per person. */
export class UploadBudget {
  readonly #maxBytes: number;
  readonly #mostOfPerson: number;
  readonly #ofPersons = new Map<string, number>();
  #bytes = 0;

  constructor({ maxBytes, mostOfPerson }: { readonly maxBytes: number; readonly mostOfPerson: number }) {
    this.#maxBytes = maxBytes;
    this.#mostOfPerson = mostOfPerson;
  }

  /** Begins an upload; undefined if the person has too many others. */
  begin(person: string): UploadShare | undefined {
    const ofPerson = this.#ofPersons.get(person) ?? 0;
    if (ofPerson >= this.#mostOfPerson) return undefined;
    this.#ofPersons.set(person, ofPerson + 1);
    let own = 0;
    return {
      add: (bytes) => {
        own += bytes;
        this.#bytes += bytes;
        // A single upload may be larger, since the size of a document has its own limit.
        return this.#bytes <= this.#maxBytes || this.#bytes === own;
      },
      [Symbol.dispose]: () => this.#end(person, own),
    };
  }

  #end(person: string, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#ofPersons.get(person) ?? 1) - 1;
    if (left === 0) this.#ofPersons.delete(person);
    else this.#ofPersons.set(person, left);
  }
}
