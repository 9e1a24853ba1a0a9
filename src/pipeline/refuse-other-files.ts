import { isJsonObject, type Json } from '#compiled/json.ts';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';
import { ChangeError } from '#compiler/propose/change-error.ts';

/**
 * Throws a ChangeError if a text, in YAML or JSON, refers to another file: what is found in that file would be shown to
 * whoever proposes the text, and published with it.
 */
export async function refuseOtherFiles(path: string, text: string): Promise<void> {
  const { documents } = await parseSource(path, text);
  const seen = new Set<Json>();
  const waiting = documents.map(({ value }) => (value ?? null) as Json);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // An alias is the same value again.
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isJsonObject(next)) refuseReference(next['$ref']);
    for (const value of Object.values(next)) waiting.push(value);
  }
}

function refuseReference(reference: Json | undefined): void {
  if (typeof reference !== 'string' || reference.startsWith('#')) return;
  throw new ChangeError(
    `The document refers to another file by \`${reference}\`. Put all of it into one document.`,
  );
}
