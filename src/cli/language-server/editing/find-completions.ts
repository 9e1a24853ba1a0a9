import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { kinds } from '#compiler/declaration/kinds.ts';
import type { DeclaredNames } from '#serve/folder-checks/folder-check.ts';
import { type CursorPath, readCursorPath } from './cursor-path.ts';
import { declarationFields } from './declaration-fields.ts';
import { replaceWritten } from './insertion.ts';
import { mayDeclare } from './may-declare.ts';
import { kindNamedBy } from './kind-named-by.ts';
import type { SchemaField } from './schema-fields.ts';

/** The completions at a position of a declaration: fields that the mapping lacks, names and values. */
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
  const declaration = kind === undefined ? undefined : declarationFields(kind);
  if (!declaration) return [];
  if (isInKey) {
    const fields = declaration.list(parents).filter(({ name }) => !siblings.has(name));
    return fields.map((field) => toItem(field, CompletionItemKind.Property));
  }
  const path = key === undefined ? parents : [...parents, key];
  const named = kindNamedBy(kind, path);
  if (named !== undefined && declared)
    return [...declared.names[named]]
      .toSorted()
      .map((label) => ({ label, kind: CompletionItemKind.Reference }));
  return declaration.listValues(parents, key).map((value) => toItem(value, CompletionItemKind.EnumMember));
}

function toItem({ name, description }: SchemaField, kind: CompletionItemKind): CompletionItem {
  return { label: name, kind, ...(description !== undefined && { documentation: description }) };
}

/** How an item is inserted: in a flow collection, it replaces the whole key or value, including its quotes. */
function insertionOf(
  { label }: CompletionItem,
  { written, isInKey }: CursorPath,
  position: Position,
  isJson: boolean,
): Pick<CompletionItem, 'insertText' | 'filterText' | 'textEdit'> {
  if (!written) return { insertText: isInKey ? `${label}: ` : label };
  const text = isJson && !/^(?:true|false)$/.test(label) ? JSON.stringify(label) : label;
  return replaceWritten(text, written, isInKey, position);
}
