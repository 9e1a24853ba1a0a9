import type { SourceReading } from './read-source.ts';

/** A reading of which no more is known than why it failed, in a sentence. */
export function failReading(message: string): SourceReading & { readonly ok: false } {
  return { ok: false, failure: { message, diagnostics: [] } };
}
