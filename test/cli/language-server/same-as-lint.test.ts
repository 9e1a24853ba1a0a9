// @module-tag full
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { callGatewright } from '../call-gatewright.ts';
import { changingProject, someEdits, type FileEdit } from '../lint/changing-project.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { draws } from '../../full-run.ts';
import { EditorInTest } from './editor-in-test.ts';

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly at: Location;
  readonly alsoAt?: readonly Location[];
}

interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

async function makeFolder(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder(changingProject);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

/** A project that an editor has open, and a copy of it in which all buffers are saved. */
class EditedProject {
  readonly #folder: TemporaryFolder;
  readonly #saved: TemporaryFolder;
  readonly #editor: EditorInTest;
  readonly #open = new Set<string>();

  constructor(folder: TemporaryFolder, saved: TemporaryFolder, editor: EditorInTest) {
    this.#folder = folder;
    this.#saved = saved;
    this.#editor = editor;
  }

  /** Edits buffers; removed files are removed from the disk. */
  async edit(edits: readonly FileEdit[]): Promise<void> {
    for (const { file, text } of edits) {
      if (this.#open.delete(file)) await this.#editor.close(file);
      if (text === undefined) await this.#remove(file);
      else {
        await this.#saved.write(file, text);
        await this.#editor.open(file, text);
        this.#open.add(file);
      }
    }
  }

  async #remove(file: string): Promise<void> {
    for (const { path } of [this.#folder, this.#saved]) await rm(join(path, file), { force: true });
    const changes = [{ uri: this.#editor.uriOf(file), type: 3 }];
    await this.#editor.notify('workspace/didChangeWatchedFiles', { changes });
  }

  async shown(): Promise<readonly string[]> {
    const root = this.#editor.uriOf('.');
    const shown = await this.#editor.showsAll();
    return [...shown]
      .flatMap(([uri, found]) =>
        found.map(({ code, message, range: { start } }) =>
          [
            uri.slice(root.length + 1),
            start.line + 1,
            start.character + 1,
            code as string,
            (message as string).replace(/\nIt is used at \d+ more places?\.$/, ''),
          ].join(' '),
        ),
      )
      .toSorted();
  }

  async linted(): Promise<readonly string[]> {
    const { stdout } = await callGatewright(this.#saved.path, ['lint', '--no-cache', '--format', 'json']);
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Finding[] };
    const everywhere = diagnostics.flatMap(({ alsoAt = [], ...one }) => [
      one,
      ...alsoAt.map((at) => ({ ...one, at })),
    ]);
    return everywhere.map(describeFinding).toSorted();
  }
}

/** With the text that an editor shows, but for the number of uses: lint prints only that of the first place. */
function describeFinding({ at, code, message, help }: Finding): string {
  const lines = [message, ...(help === undefined ? [] : [help])];
  return [at.file, at.line, at.column, code, lines.join('\n')].join(' ');
}

test('an editor shows of its buffers what lint says of the files once they are saved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someEdits, { minLength: 1, maxLength: 5 }), async (steps) => {
      const [folder, saved] = [await makeFolder(), await makeFolder()];
      const editor = new EditorInTest(folder.path);
      await editor.start();
      const project = new EditedProject(folder, saved, editor);
      for (const edits of steps) {
        await project.edit(edits);
        expect(await project.shown()).toEqual(await project.linted());
      }
      await editor.shutDown();
    }),
    { numRuns: draws(8) },
  );
});
