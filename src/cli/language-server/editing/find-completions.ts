import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { kinds } from '../../../compiler/declaration/kinds.ts';
import type { FolderReport } from '../lint-folder.ts';
import { readCursorPath } from './cursor-path.ts';
import { type DeclarationField, listFields, listValues } from './declaration-fields.ts';
import { kindNamedBy, listNames } from './named-declarations.ts';

/** What can be written at a position of a declaration: fields that its mapping does not have, names and values. */
export function findCompletions(
  document: TextDocument,
  { line, character }: Position,
  report: FolderReport | undefined,
): readonly CompletionItem[] {
  if (document.uri.endsWith('.json')) return [];
  const { kind, key, isInKey, parents, siblings } = readCursorPath(document.getText(), line, character);
  if (key === 'kind' && parents.length === 0 && !isInKey)
    return kinds.map((label) => ({ label, kind: CompletionItemKind.Class }));
  if (kind === undefined) return [];
  if (isInKey) {
    const fields = listFields(kind, parents).filter(({ name }) => !siblings.includes(name));
    return fields.map((field) => toItem(field, CompletionItemKind.Property, `${field.name}: `));
  }
  const path = key === undefined ? parents : [...parents, key];
  const named = kindNamedBy(kind, path);
  if (named !== undefined && report?.workspace)
    return listNames(report.workspace, named).map((label) => ({ label, kind: CompletionItemKind.Reference }));
  return listValues(kind, path).map((value) => toItem(value, CompletionItemKind.EnumMember, value.name));
}

function toItem(
  { name, description }: DeclarationField,
  kind: CompletionItemKind,
  insertText: string,
): CompletionItem {
  return { label: name, kind, insertText, ...(description !== undefined && { documentation: description }) };
}
