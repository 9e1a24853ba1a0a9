/** Thrown where the text is beyond what is read fast, or may be wrong. */
export class Doubt extends Error {}

/** One for all, since a stack trace that nobody reads costs more than a short document. */
const doubt = new Doubt('The text is left to the reader of all YAML.');

/** Gives the text up. */
export function giveUp(): never {
  throw doubt;
}
