import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { kinds } from '../../../compiler/declaration/kinds.ts';
import type { DeclaredNames } from '../../../serve/threads/folder/folder-check.ts';
import { type CursorPath, readCursorPath } from './cursor-path.ts';
import { type DeclarationField, listFields, listValues } from './declaration-fields.ts';
import { mayDeclare } from './may-declare.ts';
import { kindNamedBy } from './kind-named-by.ts';

/** What can be written at a position of a declaration: fields that its mapping does not have, names and values. */
export function findCompletions(
  document: TextDocument,
  position: Position,
  declared: DeclaredNames | undefined,
): readonly CompletionItem[] {
  if (!mayDeclare(document, position)) return [];
  const path = readCursorPath(document.getText(), position.line, position.character);
  const isJson = document.uri.endsWith('.json');
  return findItems(path, declared).map((item) => ({ ...item, ...insertionOf(item, path, position, isJson) }));
}

function findItems(
  { kind, key, isInKey, parents, siblings }: CursorPath,
  declared: DeclaredNames | undefined,
): readonly CompletionItem[] {
  if (key === 'kind' && parents.length === 0 && !isInKey)
    return kinds.map((label) => ({ label, kind: CompletionItemKind.Class }));
  if (kind === undefined) return [];
  if (isInKey) {
    const fields = listFields(kind, parents).filter(({ name }) => !siblings.includes(name));
    return fields.map((field) => toItem(field, CompletionItemKind.Property));
  }
  const path = key === undefined ? parents : [...parents, key];
  const named = kindNamedBy(kind, path);
  if (named !== undefined && declared)
    return [...declared.names[named]]
      .toSorted()
      .map((label) => ({ label, kind: CompletionItemKind.Reference }));
  return listValues(kind, path).map((value) => toItem(value, CompletionItemKind.EnumMember));
}

function toItem({ name, description }: DeclarationField, kind: CompletionItemKind): CompletionItem {
  return { label: name, kind, ...(description !== undefined && { documentation: description }) };
}

/** In a flow collection it replaces the whole key or value with its quotes, by which editors then filter too. */
function insertionOf(
  { label }: CompletionItem,
  { written, isInKey }: CursorPath,
  { line, character }: Position,
  isJson: boolean,
): Pick<CompletionItem, 'insertText' | 'filterText' | 'textEdit'> {
  if (!written) return { insertText: isInKey ? `${label}: ` : label };
  const text = isJson && !/^(?:true|false)$/.test(label) ? JSON.stringify(label) : label;
  const start = { line, character: character - written.before };
  const end = { line, character: character + written.after };
  const newText = isInKey && !written.hasColon ? `${text}: ` : text;
  return { filterText: text, textEdit: { range: { start, end }, newText } };
}
