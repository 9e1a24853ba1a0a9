import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { textOfContract } from '#compiled/deferred-contract.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { findSchemaUses, type SchemaUses } from '#openapi/schema-uses.ts';

/** An operation, both as its document describes it and as the gateway serves it. */
export interface ApiOperation {
  readonly node: OperationNode;
  readonly compiled: CompiledOperation;
}

/** The operations with one tag, or without any tag. */
export interface OperationGroup {
  /** Undefined for operations without a tag. */
  readonly tag: string | undefined;
  /** Markdown; may be empty. */
  readonly description: string;
  readonly operations: readonly ApiOperation[];
}

/** The document of an API version, opened for reading. */
export interface ApiOperations {
  readonly document: OpenapiDocument;
  /** First the tags that the document declares, in its order, then all other tags. */
  readonly groups: readonly OperationGroup[];
  /** Which operations contain each named schema; found on first use. */
  readonly uses: SchemaUses;
  /** The operations that the API calls, in webhooks and callbacks, by their pointers; found on first use. */
  readonly calledByApi: ReadonlyMap<string, OperationNode>;
  /** The number of operations; an operation with several tags counts once. */
  readonly count: number;
}

/**
 * In UTF-16 code units. Operations with longer paths, and longer tags, are omitted, since the URLs of pages contain
 * them.
 */
const longestPath = 2000;
const longestTag = 200;

/** The maximum number of cached documents, and of their characters as JSON; in memory each takes ten times as much. */
const maxCached = 20;
const maxCharacters = 16 * 1024 ** 2;

const cache = new Map<CompiledApi, ApiOperations>();

/** The operations of an API version, grouped by tag. The most recently used documents are cached. */
export function readOperations(api: CompiledApi): ApiOperations {
  const known = cache.get(api);
  const read = known ?? groupOperations(api);
  cache.delete(api);
  cache.set(api, read);
  if (!known) dropOldest();
  return read;
}

/** The document that was read last stays, however long it is. */
function dropOldest(): void {
  let [documents, characters] = [0, 0];
  for (const api of [...cache.keys()].toReversed()) {
    documents += 1;
    characters += textOfContract(api).length;
    if (documents > maxCached || (documents > 1 && characters > maxCharacters)) cache.delete(api);
  }
}

function groupOperations({ contract, numberTexts, operations: served }: CompiledApi): ApiOperations {
  const document = openDocument(contract, numberTexts);
  const operations = served.flatMap((compiled) => {
    const node = document.operation(compiled.method, compiled.path);
    return node && compiled.path.length <= longestPath ? [{ node, compiled }] : [];
  });
  const byTag = new Map<string | undefined, ApiOperation[]>(
    [...document.tagDescriptions.keys()].filter(isShort).map((tag) => [tag, []]),
  );
  for (const operation of operations) {
    const tags = operation.node.tags.filter(isShort);
    for (const tag of tags.length > 0 ? new Set(tags) : [undefined]) {
      const group = byTag.get(tag);
      if (group) group.push(operation);
      else byTag.set(tag, [operation]);
    }
  }
  const groups = [...byTag].map(([tag, ofTag]) => ({
    tag,
    description: (tag !== undefined && document.tagDescriptions.get(tag)) || '',
    operations: ofTag,
  }));
  let uses: SchemaUses | undefined;
  let calledByApi: ReadonlyMap<string, OperationNode> | undefined;
  return {
    document,
    get uses() {
      return (uses ??= findSchemaUses(document));
    },
    get calledByApi() {
      return (calledByApi ??= findCalledByApi(document));
    },
    groups: groups.filter((group) => group.operations.length > 0),
    count: operations.length,
  };
}

function findCalledByApi({ calledPaths }: OpenapiDocument): ReadonlyMap<string, OperationNode> {
  const called = calledPaths.flatMap(({ operations }) => operations);
  return new Map(called.map((operation) => [operation.pointer, operation]));
}

function isShort(tag: string): boolean {
  return tag.length <= longestTag;
}
