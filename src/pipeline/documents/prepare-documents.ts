import { defaultSizes } from '#compiler/load/files/source-files.ts';
import { baselineFile, ignoreFile } from '#compiler/workspace/suppressions.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { CheckResult } from '#pipeline.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { sourceTreeIn } from '#source/source-tree-in.ts';
import type { DocumentSettings } from './document-settings.ts';

/** OpenAPI documents that are checked together, without the declarations of a project. */
export interface DocumentSet {
  /**
   * The folder of a tree that the paths of documents, and the paths in findings, are relative to; empty for the root.
   */
  readonly folder: string;
  readonly documents: readonly string[];
  readonly settings: DocumentSettings;
}

/** The input of `check` in place of a project, and how to process its result. */
export interface PreparedDocuments {
  /** References in documents may lead out of their folder, but not out of the original tree. */
  readonly tree: SourceTree;
  readonly configFile: string;
  /** The invented files of the tree, which do not exist on disk. */
  readonly invented: ReadonlySet<string>;
  /**
   * Keeps the findings in the documents, in the files that they refer to, and in the files with suppressions and
   * settings; findings in invented declarations are omitted.
   */
  readonly keep: (result: CheckResult) => CheckResult;
}

/** Prepares the check of some documents of a tree, each as if an API named it. */
export function prepareDocuments(
  tree: SourceTree,
  { folder, documents, settings }: DocumentSet,
): PreparedDocuments {
  const { configFile, text, isWritten } = settings;
  const byApi = new Map(
    documents.map((document, index) => [`gatewright-lint-document-${index}.yaml`, document]),
  );
  const apis = [...byApi].map(([file, document], index) => [file, declareApi(document, index)] as const);
  const written = overlaySourceTree(sourceTreeIn(tree, folder), {
    ...Object.fromEntries(apis),
    [configFile]: text,
  });
  const invented = new Set([...byApi.keys(), ...(isWritten ? [] : [configFile])]);
  const isReported = ({ code, at }: Diagnostic): boolean =>
    // Unused suppressions can only be detected in a whole project.
    code !== 'suppression-unused' && code !== 'sources-empty' && !invented.has(at.file);
  return {
    tree: { ...written, list: (patterns) => listFiles(written, [...byApi.keys()], patterns) },
    configFile,
    invented,
    keep: (result) => ({
      ...result,
      diagnostics: result.diagnostics
        .map((diagnostic) => moveToDocument(diagnostic, byApi, invented))
        .filter(isReported),
      ...(result.suppressedFindings && {
        suppressedFindings: { ...result.suppressedFindings, obsolete: 0 },
      }),
    }),
  };
}

function declareApi(document: string, index: number): string {
  const name = `Document${index === 0 ? '' : index}`;
  const context = `/document${index === 0 ? '' : `-${index}`}`;
  const definition = JSON.stringify(`./${document}`);
  return `kind: Api\nname: ${name}\ncontext: ${context}\nversion: v1\nstate: published\nowner: owner\ndefinition: ${definition}\nendpoints:\n  production: { url: "https://document${index}.example.edu" }\n`;
}

/** The declarations of the documents; or, if the patterns ask for them, the existing files with suppressions. */
async function listFiles(
  tree: SourceTree,
  apis: readonly string[],
  patterns: readonly string[],
): Promise<readonly string[]> {
  if (!patterns.includes(ignoreFile)) return apis;
  const present: string[] = [];
  for (const file of [baselineFile, ignoreFile]) {
    const read = await tree.read(file, defaultSizes.definitionBytes);
    if (read.ok || read.reason !== 'not-found') present.push(file);
  }
  return present;
}

const start = { line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };

/**
 * Moves the finding that a document cannot be read from the API that names it, which is invented here, to the document.
 */
function moveToDocument(
  { related, ...diagnostic }: Diagnostic,
  byApi: ReadonlyMap<string, string>,
  invented: ReadonlySet<string>,
): Diagnostic {
  const { code, at } = diagnostic;
  const elsewhere = related?.filter((one) => !invented.has(one.at.file)) ?? [];
  const document = code === 'definition-unreadable' ? byApi.get(at.file) : undefined;
  return {
    ...diagnostic,
    ...(elsewhere.length > 0 && { related: elsewhere }),
    ...(document !== undefined && { at: { file: document, ...start } }),
  };
}
