import type { CompiledApi } from '#compiled/compiled-api.ts';
import { isJsonObject, memberOf, valueAt } from '#compiled/json.ts';

/** What people read of an API in the catalogue. */
export interface ApiDescription {
  /** The title of its document; its name if it has none. */
  readonly title: string;
  /** Markdown (CommonMark); may be empty. */
  readonly description: string;
  readonly tags: readonly string[];
}

const known = new WeakMap<CompiledApi, ApiDescription>();

/** The description of an API: as declared, or else as its OpenAPI document says. Each part is read once. */
export function describeApi(api: CompiledApi): ApiDescription {
  const found = known.get(api);
  if (found) return found;
  const made = readDescription(api);
  known.set(api, made);
  return made;
}

function readDescription({ name, description, tags, contract }: CompiledApi): ApiDescription {
  return {
    title: textOr(valueAt(contract, ['info', 'title']), name),
    description: description ?? textOr(valueAt(contract, ['info', 'description']), ''),
    tags: tags ?? readTags(memberOf(contract, 'tags')),
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : otherwise;
}

function readTags(tags: unknown): readonly string[] {
  const names = Array.isArray(tags) ? tags.map((tag) => (isJsonObject(tag) ? tag['name'] : undefined)) : [];
  return names.filter((name) => typeof name === 'string');
}
