import { BuildStore } from '#compiler/workspace/build-store.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { check, type CheckOptions, type CheckResult } from '#pipeline.ts';
import { hasOnlyLintSettings } from '#pipeline/documents/document-settings.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { systemClock } from '#platform/system-clock.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import { type Place, placeOf } from '#source/place.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { OpenDocuments } from '../documents/open-documents.ts';
import type {
  DeclaredNames,
  FolderBuffer,
  FolderData,
  FolderFindings,
  FolderQuestion,
} from './folder-check.ts';

/** A newer check was requested. */
class OutdatedError extends Error {}

/** Runs the checks of a folder, one after the other. Each check repeats only what changed since the last one. */
export class FolderSide {
  readonly #data: FolderData;
  readonly #store = new BuildStore('many');
  readonly #documents: OpenDocuments;
  #texts: ReadonlyMap<string, string> = new Map();
  #hasCompleted = false;
  #declared = '';

  constructor(data: FolderData) {
    this.#data = data;
    this.#documents = new OpenDocuments(data.root);
  }

  /** Undefined if a newer check was requested before this one finished linting. */
  async check({ number, buffers }: FolderQuestion): Promise<FolderFindings | undefined> {
    this.#texts = new Map(buffers.map((buffer) => [buffer.file, textOf(buffer, this.#texts)]));
    try {
      const findings = await this.#checkTexts(number);
      this.#hasCompleted = true;
      return findings;
    } catch (error) {
      if (error instanceof OutdatedError) return undefined;
      throw error;
    }
  }

  async #checkTexts(number: number): Promise<FolderFindings> {
    const { root, configFile } = this.#data;
    const tree = overlaySourceTree(diskSourceTree(root), Object.fromEntries(this.#texts));
    const options = {
      remembers: 'definitions',
      now: systemClock(),
      signal: { throwIfAborted: () => this.#throwIfOutdated(number) },
    } as const;
    if (configFile !== undefined && (await isProject(tree, configFile))) {
      return this.#checkProject(tree, configFile, options);
    }
    const diagnostics = await this.#documents.check(this.#texts, options);
    return { diagnostics, declared: undefined, isProject: false };
  }

  async #checkProject(tree: SourceTree, configFile: string, options: CheckOptions): Promise<FolderFindings> {
    const result: CheckResult = await check(tree, configFile, {
      ...options,
      store: this.#store,
      edited: new Set(this.#texts.keys()),
    });
    const { diagnostics, workspace } = result;
    return { diagnostics, declared: this.#findChanged(workspace), isProject: true };
  }

  /**
   * The first check always runs to its end: it takes so long that a user who keeps typing would never get its result.
   */
  #throwIfOutdated(number: number): void {
    if (this.#hasCompleted && Atomics.load(this.#data.newest, 0) !== number) throw new OutdatedError();
  }

  #findChanged(workspace: Workspace | undefined): DeclaredNames | undefined {
    if (!workspace) return undefined;
    const declared = namesIn(workspace);
    const text = JSON.stringify([
      Object.values(declared.names).map((names) => [...names]),
      [...declared.places],
    ]);
    if (text === this.#declared) return undefined;
    this.#declared = text;
    return declared;
  }
}

/** If the configuration is larger, the check that reads it reports that. */
const maxConfigBytes = 1024 ** 2;

/** Whether a configuration file exists and contains more than lint settings. */
async function isProject(tree: SourceTree, configFile: string): Promise<boolean> {
  const read = await tree.read(configFile, maxConfigBytes);
  if (!read.ok) return read.reason !== 'not-found';
  return !(await hasOnlyLintSettings(configFile, read.text));
}

function textOf({ file, text, edit, added = '' }: FolderBuffer, last: ReadonlyMap<string, string>): string {
  if (text !== undefined) return text;
  const before = last.get(file) ?? '';
  return edit ? before.slice(0, edit.start) + added + before.slice(edit.endBefore) : before;
}

/** The declared names, with the locations of the kinds that other declarations refer to. */
function namesIn({ names, apis, applications, tiers }: Workspace): DeclaredNames {
  const places = new Map<string, Place>();
  const add = (name: string, place: Place): void => {
    if (!places.has(name)) places.set(name, placeOf(place, 'name'));
  };
  for (const { value, place } of apis) add(`Api ${value.name}/${value.version}`, place);
  for (const { value, place } of applications) add(`Application ${value.name}`, place);
  for (const { value, place } of tiers) add(`Tier ${value.name}`, place);
  return { names, places };
}
