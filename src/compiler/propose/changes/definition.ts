import { apiKey } from '#compiled/api-key.ts';
import type { ReplacedDefinition } from '#compiled/proposals/proposed-change.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { findApi } from '../find-declared.ts';
import type { ProposedEdit } from '../proposed-edit.ts';
import { isJson, tidyText } from './api.ts';

/**
 * Replaces the OpenAPI document of a version in its file. Refuses documents that are made of several files, and those
 * that other versions have too, since a form shows neither.
 */
export function replaceDefinition(workspace: Workspace, change: ReplacedDefinition): ProposedEdit {
  const api = findApi(workspace, change.api);
  const file = fileOfDefinition(workspace, api);
  const text = tidyText(change.definition);
  const isJsonFile = file.endsWith('.json');
  if (isJson(text) !== isJsonFile) {
    const format = isJsonFile ? 'JSON' : 'YAML';
    throw new ChangeError(
      `The document is in ${format} in the repository, and this one is not.`,
      `Send it in ${format}, or change it by hand.`,
      'definition',
    );
  }
  const before = workspace.sources.text(file) ?? '';
  if (tidyText(before) === text)
    throw new ChangeError(
      'Nothing would change: this is the document that is there.',
      undefined,
      'definition',
    );
  return {
    files: { [file]: text },
    ...(change.acceptsErrors === true && { acceptsErrorsIn: file }),
    declares: [{ list: 'apis', key: apiKey(api.value), value: api.value }],
  };
}

/** The only file of a document that no other version has. Throws a ChangeError if there is no such file. */
export function fileOfDefinition({ apis }: Workspace, { value, definition }: DeclaredApi): string {
  const [file, ...others] = definition?.files ?? [];
  if (file === undefined) throw new ChangeError(`The document of ${apiKey(value)} cannot be read.`);
  const byHand = 'so it is changed by hand in the repository.';
  if (others.length > 0)
    throw new ChangeError(
      `The document of ${apiKey(value)} is made of ${others.length + 1} files, ${byHand}`,
    );
  if (apis.filter((other) => other.definition?.files.includes(file)).length > 1)
    throw new ChangeError(`Other versions have the document of ${apiKey(value)} too, ${byHand}`);
  return file;
}
