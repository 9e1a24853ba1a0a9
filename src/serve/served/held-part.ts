import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** A part of the sources that is not served in its current version because of an error. */
export interface HeldPart {
  /** The kind, such as `Api`; `File` if it is unknown what a file declares. */
  readonly kind: string;
  /** The name, such as `DogPark/v1`, or the path of the file. */
  readonly name: string;
  /** When it was first held back, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** The first error that makes the part be held back. */
  readonly reason: Diagnostic;
}

/** Names a part for people: `Api DogPark/v1`. */
export function nameHeld({ kind, name }: Pick<HeldPart, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** Describes the parts that are held back. `since` returns when a part was first held back. */
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
