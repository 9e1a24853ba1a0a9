import { isJsonObject } from '#compiled/json.ts';
import type { SchemaNode, SchemaProperty } from '#openapi/model.ts';
import { lastWord } from '../../../resources/identifying-parameters.ts';
import { knownResources } from '#compiler/rule/paths/resource-names.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';

/** The members of a resource that identify it or another resource; the `id` of JSON-RPC is not among them. */
export function identifiersIn(part: SchemaNode): readonly SchemaProperty[] {
  const { properties } = part.value;
  if (!isJsonObject(properties) || Object.hasOwn(properties, 'jsonrpc')) return [];
  return Object.keys(properties)
    .filter((name) => isIdentifier(name, part))
    .flatMap((name) => ownMember(part, name) ?? []);
}

/** Whether a name is `id`, or the id of a resource that the paths contain. */
function isIdentifier(name: string, { document }: SchemaNode): boolean {
  if (!/id$/i.test(name) || lastWord(name) !== 'id') return false;
  const words = splitWords(name).slice(0, -1);
  return words.length === 0 || knownResources(document).has(words.join('').toLowerCase());
}
