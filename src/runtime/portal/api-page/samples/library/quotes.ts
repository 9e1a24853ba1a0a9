/**
 * A text as the content of a literal between double quotes in Java, Go, C# and JavaScript, which share these escapes.
 * Escapes every character that one of them takes for a line end, or that is invisible.
 */
export function escapeAsJson(text: string): string {
  return JSON.stringify(text.toWellFormed())
    .slice(1, -1)
    .replace(/[\u007F-\u00A0\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g, escapeUnit);
}

function escapeUnit(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes characters with backslashes, and control characters as PHP and Ruby do between double quotes. */
export function escapeWith(special: RegExp): (text: string) => string {
  return (text) =>
    text
      .toWellFormed()
      .replace(special, String.raw`\$&`)
      .replace(controls, escapeControl);
}

const controls = /[\p{Cc}--[\x80-\x9F]]/gv;

const letters: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

function escapeControl(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  return letters[character] ?? String.raw`\x${code}`;
}

/** Whether every character of a text is visible as it is, or a space or a line feed. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !/[^\n\P{C}]|[\u2028\u2029]/u.test(text);
}

/** The content of a literal between apostrophes, in which a backslash escapes itself and the apostrophe. */
export function escapeApostrophes(text: string): string {
  return text.toWellFormed().replace(/[\\']/g, String.raw`\$&`);
}
