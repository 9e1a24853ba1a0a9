/** Thrown if the text is too complex for the fast reader, or may be invalid. */
export class Doubt extends Error {}

/** A single object, since creating a stack trace that is never read takes longer than reading a short document. */
const doubt = new Doubt('The text is left to the reader of all YAML.');

/** Stops the fast reader, so that the full one reads the text. */
export function giveUp(): never {
  throw doubt;
}
