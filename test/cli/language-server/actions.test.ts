// @module-tag full
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { full } from '../../full-run.ts';
import { cleanText, definitionFile, openFolder } from './open-folder.ts';

describe('the actions that the language server offers', () => {
  const createdAt = 'createdAt: { type: string, format: date-time, ';
  const undated = cleanText.replace(createdAt, 'createdAt: { type: string, ');
  const whole = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };

  async function startEditor() {
    const { editor } = await openFolder(cleanSources);
    await editor.open(definitionFile, undated);
    return editor;
  }

  test('are for the buffer as it is by now', async () => {
    const editor = await startEditor();
    const [before] = await editor.actions(definitionFile, whole);
    const start = { line: 0, character: 0 };
    await editor.change(definitionFile, 2, { start, end: start }, '# one\n# two\n');
    const [after] = await editor.actions(definitionFile, whole);
    const [edit, moved] = [before, after].map(
      (one) => one?.edit?.changes?.[editor.uriOf(definitionFile)]?.[0],
    );
    expect(moved?.range.start).toEqual({ ...edit?.range.start, line: (edit?.range.start.line ?? 0) + 2 });
  });

  test.each([
    [undefined, 2],
    [[], 2],
    [['quickfix'], 2],
    [['', 'source'], 2],
    [['source.organizeImports'], 0],
    [['quickfix.other', 'refactor'], 0],
  ])('are of the kinds that the client wants: %j', full, async (only, count) => {
    const editor = await startEditor();
    const context = { diagnostics: [], ...(only && { only }) };
    expect(await editor.actions(definitionFile, whole, context)).toHaveLength(count);
  });
});
