import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** A part of the sources that is not served as they have it, since it has an error. */
export interface HeldPart {
  /** `Api`, or `File` if it is not known what a file declares. */
  readonly kind: string;
  /** `DogPark/v1`, or the path of the file. */
  readonly name: string;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** The first error because of which it is held back. */
  readonly reason: Diagnostic;
}

/** A part for people: `Api DogPark/v1`. */
export function nameHeld({ kind, name }: Pick<HeldPart, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** Describes the parts that are held back, with the time since when each is. */
export function describeHeld(
  held: ReadonlyMap<string, Diagnostic>,
  since: (part: string) => number,
): readonly HeldPart[] {
  return [...held].map(([part, reason]) => {
    const [kind = '', ...rest] = part.split(' ');
    const isFile = kind === 'Document' || kind === 'File';
    const name = kind === 'Document' ? rest.slice(0, -1).join(' ') : rest.join(' ');
    return { kind: isFile ? 'File' : kind, name, since: since(part), reason };
  });
}
