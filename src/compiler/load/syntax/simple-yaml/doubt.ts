/** Thrown if the text is too complex for the fast reader, or may be invalid. */
export class Doubt extends Error {}

/** One object for all, since a stack trace that is never read costs more than a short document. */
const doubt = new Doubt('The text is left to the reader of all YAML.');

/** Gives up on the text. */
export function giveUp(): never {
  throw doubt;
}
