/** How many tasks may run at the same time, in total and per person. */
export interface SlotLimits {
  readonly all: number;
  readonly ofPerson: number;
}

/** Limits the running tasks, in total and per person. */
export class PersonSlots {
  readonly #limits: SlotLimits;
  readonly #ofPersons = new Map<string, number>();
  #taken = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Takes a slot for a person; disposing the result frees the slot. Undefined if no slot is free. */
  take(person: string): Disposable | undefined {
    const ofPerson = this.#ofPersons.get(person) ?? 0;
    if (this.#taken >= this.#limits.all || ofPerson >= this.#limits.ofPerson) return undefined;
    this.#taken += 1;
    this.#ofPersons.set(person, ofPerson + 1);
    return { [Symbol.dispose]: () => this.#giveBack(person) };
  }

  #giveBack(person: string): void {
    this.#taken -= 1;
    const left = (this.#ofPersons.get(person) ?? 1) - 1;
    if (left === 0) this.#ofPersons.delete(person);
    else this.#ofPersons.set(person, left);
  }
}
