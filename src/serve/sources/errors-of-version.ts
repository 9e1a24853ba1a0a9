import { apiKey } from '#compiled/api-key.ts';
import { isJsonObject } from '#compiled/json.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** A version that cannot be read, and where it was declared before. */
interface UnreadVersion {
  readonly key: string;
  readonly file: string;
  /** The index of its document in the file. */
  readonly document: number;
}

/**
 * The errors of the declaration of a version, since its file may contain declarations of other owners: those of the
 * document with its name, or of the document in its place if nobody knows whose that is. Otherwise the errors of the
 * syntax, which may hide the whole document.
 */
export function errorsOfVersion(
  errors: readonly Diagnostic[],
  { key, file, document }: UnreadVersion,
  { sources, names }: Pick<Workspace, 'sources' | 'names'>,
): readonly Diagnostic[] {
  const found = errors
    .filter(({ at }) => at.file === file)
    .map((error) => {
      const { index, value, remains } = sources.documentAt(error.at) ?? {};
      return { error, index, isMalformed: value === undefined, owner: ownerOf(value ?? remains, key, names) };
    });
  const named = found.filter(({ owner }) => owner === 'version');
  const inPlace = found.filter(({ owner, index }) => owner === 'unknown' && index === document);
  const ofSyntax = found.filter(({ isMalformed }) => isMalformed);
  const shown = [named, inPlace].find((some) => some.length > 0) ?? ofSyntax;
  return shown.map(({ error }) => error);
}

/** What a document declares: the version, something else, or that nobody can know. */
function ownerOf(value: unknown, key: string, names: Workspace['names']): 'version' | 'other' | 'unknown' {
  if (!isJsonObject(value)) return 'unknown';
  const { kind, name, version } = value;
  if (typeof kind === 'string' && kind !== 'Api' && Object.hasOwn(names, kind)) return 'other';
  if (typeof name !== 'string') return 'unknown';
  if (typeof version === 'string') return apiKey({ name, version }) === key ? 'version' : 'other';
  if (typeof version !== 'number') return 'unknown';
  // The version is known as it is written, such as 1.10.
  const start = apiKey({ name, version: '' });
  return key.startsWith(start) && Number(key.slice(start.length)) === version ? 'version' : 'other';
}
