import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../.ci/build/bundle.ts';
import { makeTestFolder } from '../platform/in-folder.ts';

/** Expressions whose value nobody uses, each with a value of `x` for which it throws. */
const onlyThrow: readonly (readonly [expression: string, value: string])[] = [
  ['decodeURIComponent(x)', "'%'"],
  ['decodeURI(x)', "'%'"],
  ['encodeURIComponent(x)', "'\\ud800'"],
  ['void decodeURIComponent(x)', "'%c0%af'"],
  ['JSON.parse(x)', "'{'"],
  ['structuredClone(x)', '() => undefined'],
  ['BigInt(x)', "'one'"],
  ['String(x)', 'Object.create(null)'],
  ['Number(x)', 'Symbol()'],
  ['isNaN(x)', '1n'],
  ['Symbol.for(x)', 'Symbol()'],
  ['Object.keys(x)', 'undefined'],
  ['new RegExp(x)', "'['"],
  ["new RegExp(x, 'v')", "'[a--'"],
  ['new URL(x)', "'nowhere'"],
  ['new Uint8Array(x)', '-1'],
  ['new Map(x)', '1'],
  ['new Date(x).toISOString()', "'never'"],
  ['new Intl.DateTimeFormat(x)', "'no language'"],
  ['x.length', 'undefined'],
  ['x.y.z', '{}'],
  ['void x.y.z', '{}'],
  ['x.danger', "{ get danger() { throw new Error('read') } }"],
  ['x < 1n', 'Symbol()'],
  ['x == 1', "{ valueOf() { throw new Error('compared') } }"],
  ["'y' in x", '1'],
  ['x instanceof x', '{}'],
  ['+x', '1n'],
  ['`${x}`', 'Symbol()'],
  ['[...x]', '1'],
  ['({ ...x.y.z })', '{}'],
  ['const { y } = x', 'null'],
  ['const y = decodeURIComponent(x)', "'%'"],
];

test('the build keeps each expression that is evaluated only to throw', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const functions = onlyThrow.map(
    ([expression, value], index) =>
      `export function f${index}() { const x = ${value}; try { ${expression}; return false; } catch { return true; } }`,
  );
  await writeFile(join(folder, 'written.mjs'), functions.join('\n'));
  await bundle(join(folder, 'built'), { written: join(folder, 'written.mjs') });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const thrown = async (file: string) => {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, () => boolean>;
    return onlyThrow.map(([expression], index) => [expression, module[`f${index}`]?.()]);
  };
  expect(await thrown('written.mjs')).toEqual(onlyThrow.map(([expression]) => [expression, true]));
  expect(await thrown('built/written.js')).toEqual(await thrown('written.mjs'));
});

/** Functions of the language whose calls only return a value or throw. */
const onlyReturn =
  /^(?:(?:de|en)codeURI(?:Component)?|atob|btoa|BigInt|Boolean|Number|String|Symbol|isNaN|isFinite|parse(?:Int|Float)|structuredClone|(?:JSON|Math|Number|String|Symbol|URL|Array|BigInt|Date|Intl|Buffer)\..*|Object\.(?:keys|values|entries|from.*|get.*|has.*|is.*))$/;
const effects = /^(?:Assignment|Update|Await|Yield|Import)Expression$|^Literal$/;

/** The statements of a source that do nothing but return or throw; another bundler may remove them. */
function findEvaluations(source: string): readonly string[] {
  const found: string[] = [];
  const visitor = new Visitor({
    ExpressionStatement: ({ expression, start, end }) => {
      if (isEvaluation(expression, source)) found.push(source.slice(start, end));
    },
  });
  visitor.visit(parseSync('source.ts', source).program);
  return found;
}

function isEvaluation(expression: ESTree.Expression, source: string): boolean {
  const { type } = expression;
  if (type === 'ParenthesizedExpression' || type === 'ChainExpression')
    return isEvaluation(expression.expression, source);
  if (type === 'UnaryExpression' && expression.operator === 'void')
    return isEvaluation(expression.argument, source);
  if (type === 'UnaryExpression') return expression.operator !== 'delete';
  if (type === 'LogicalExpression') return isEvaluation(expression.right, source);
  if (type === 'CallExpression')
    return onlyReturn.test(source.slice(expression.callee.start, expression.callee.end));
  return !effects.test(type);
}

test('a statement that only throws is found', () => {
  const statements = onlyThrow.flatMap(([expression]) =>
    expression.startsWith('const ') ? [] : [expression],
  );
  const missed = statements.filter(
    (expression) => findEvaluations(`try { ${expression}; } catch {}`).length === 0,
  );
  // A method of what was just made may do anything.
  expect(missed).toEqual(['new Date(x).toISOString()']);
  expect(findEvaluations("log(x); x.y(); await x; x ??= y; 'use strict'; delete x.y; x?.y();")).toEqual([]);
});

test.each(['src', 'examples'])('no statement of %s only throws', (folder) => {
  const found = globSync(`${folder}/**/*.ts`).flatMap((file) =>
    findEvaluations(readFileSync(file, 'utf8')).map((statement) => `${file}: ${statement}`),
  );
  expect(found).toEqual([]);
});
