import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchKnownFindings, writeBaseline } from '#compiler/rule/suppression/baseline.ts';
import { draws } from '../../../full-run.ts';
import { briefly, head, lintWords, type Linted } from './find-words.ts';

const file = 'apis/a/openapi.yaml';
const baselineFile = 'gatewright-baseline.json';

type Files = Readonly<Record<string, string>>;

function define(extensions: string): Files {
  return { [file]: `${head}${extensions}` };
}

function defineData(data: unknown): Files {
  return define(`x-data: ${JSON.stringify(data)}\n`);
}

async function makeBaseline(files: Files): Promise<string> {
  const { suppressedFindings, sources } = await lintWords(files);
  return writeBaseline([...suppressedFindings.inBaseline, ...suppressedFindings.suppressible], sources);
}

/** Lints files with the baseline that others have. */
async function lintAfter(before: Files, after: Files): Promise<Linted> {
  return lintWords({ ...after, [baselineFile]: await makeBaseline(before) });
}

/** The pointers of the reported findings, and how many findings of the baseline no longer occur. */
async function compare(
  before: Files,
  after: Files,
): Promise<{ readonly new: readonly string[]; readonly obsolete: number }> {
  const { diagnostics, suppressedFindings } = await lintAfter(before, after);
  return { new: diagnostics.map(({ at }) => at.pointer), obsolete: suppressedFindings.obsolete };
}

const nothing = { new: [], obsolete: 0 };

test('is text with a line for each finding, in the order of files and pointers', async () => {
  const text = await makeBaseline({ ...define('x-b: bad\nx-a: [{ c: worse }, x, bad]\n') });
  expect(text).toBe(`{
  "kind": "Baseline",
  "format": 1,
  "findings": [
    {"rule":"no-worse","file":"${file}","pointer":"/x-a/0/c","fingerprint":"e45f006c8861da25eec17e0ca6c8650b","items":{"/x-a/0":"c2635d6b23533b2a"}},
    {"rule":"no-bad","file":"${file}","pointer":"/x-a/2","fingerprint":"6452904985d6f2956c92a6530c95db71","items":{"/x-a/2":"cbfeda2b1f044ccc"}},
    {"rule":"no-bad","file":"${file}","pointer":"/x-b","fingerprint":"9478962fc93ecd5dbde39218182accc7"}
  ]
}
`);
});

test('of nothing is an empty list', async () => {
  expect(await makeBaseline(define(''))).toBe(
    '{\n  "kind": "Baseline",\n  "format": 1,\n  "findings": []\n}\n',
  );
});

describe('what is in it', () => {
  test('is not reported, and is counted', async () => {
    const files = define('x-a: bad\nx-b: { c: bad }\n');
    const { lines, suppressedFindings, checked } = await lintAfter(files, files);
    expect(lines).toEqual([]);
    expect(briefly(suppressedFindings.inBaseline)).toEqual([`${file}:4 no-bad`, `${file}:5 no-bad`]);
    expect({ obsolete: suppressedFindings.obsolete, suppressible: suppressedFindings.suppressible }).toEqual({
      obsolete: 0,
      suppressible: [],
    });
    expect(checked).toBeDefined();
  });

  test.each([
    ['lines before it', define('# note\n\nx-z: 1\nx-a: bad\n')],
    ['another layout', define('x-a:\n      "bad"\n')],
    ['a member beside it', define('x-b: x\nx-a: bad # note\n')],
    ['Windows line ends', { [file]: `${head}x-a: bad\n`.replaceAll('\n', '\r\n') }],
  ])('is known after %s', async (_, after) => {
    expect(await compare(define('x-a: bad\n'), after)).toEqual(nothing);
  });

  test.each([
    ['at another pointer', define('x-b: bad\n'), '/x-b'],
    ['of another rule', define('x-a: worse\n'), '/x-a'],
  ])('does not stand for one %s', async (_, after, pointer) => {
    expect(await compare(define('x-a: bad\n'), after)).toEqual({ new: [pointer], obsolete: 1 });
  });

  test('does not stand for one in another file', async () => {
    const before = {
      [file]: `${head}components: { schemas: { S: { $ref: ./b.yaml } } }\n`,
      'apis/a/b.yaml': 'x-a: bad\n',
    };
    const after = { [file]: before[file].replace('b.yaml', 'c.yaml'), 'apis/a/c.yaml': 'x-a: bad\n' };
    expect(await compare(before, after)).toEqual({ new: ['/x-a'], obsolete: 1 });
  });

  test('cannot be a finding of an integrity rule', async () => {
    const files = define('x-a: broken\nx-b: bad\n');
    expect((await makeBaseline(files)).match(/"rule":"[^"]*"/g)).toEqual(['"rule":"no-bad"']);
    const forged = (await makeBaseline(define('x-a: bad\n'))).replace('no-bad', 'no-broken');
    const { lines } = await lintWords({ ...define('x-a: broken\n'), [baselineFile]: forged });
    expect(lines).toEqual([`${file}:4:6 warning no-broken Found broken.`]);
  });

  test('counts as no longer found once a comment suppresses it', async () => {
    const suppressed = define('x-a: bad # gatewright-ignore no-bad: old\n');
    expect(await compare(define('x-a: bad\n'), suppressed)).toEqual({ new: [], obsolete: 1 });
  });
});

describe('of two equal findings in a list', () => {
  const dogs = (...names: readonly string[]) => defineData(names.map((name) => ({ name, tag: 'bad' })));
  const clean = { name: 'Rex', tag: 'good' };

  test.each([
    ['the order changes', dogs('Ada', 'Bob'), dogs('Bob', 'Ada'), nothing],
    [
      'a third comes before them',
      dogs('Ada', 'Bob'),
      dogs('Cai', 'Ada', 'Bob'),
      { new: ['/x-data/0/tag'], obsolete: 0 },
    ],
    [
      'a third comes between them',
      dogs('Ada', 'Bob'),
      dogs('Ada', 'Cai', 'Bob'),
      { new: ['/x-data/1/tag'], obsolete: 0 },
    ],
    ['one is fixed', dogs('Ada', 'Bob'), dogs('Bob'), { new: [], obsolete: 1 }],
    [
      'one is fixed and another added',
      dogs('Ada', 'Bob'),
      dogs('Bob', 'Cai'),
      { new: ['/x-data/1/tag'], obsolete: 1 },
    ],
    [
      'one is mended in its place and another added',
      dogs('Ada', 'Bob'),
      defineData([clean, { name: 'Bob', tag: 'bad' }, { name: 'Cai', tag: 'bad' }]),
      { new: ['/x-data/2/tag'], obsolete: 1 },
    ],
    ['something else of one changes', dogs('Ada', 'Bob'), dogs('Ada', 'Bobby'), nothing],
    [
      'a clean one comes before them',
      dogs('Ada', 'Bob'),
      defineData([clean, { name: 'Ada', tag: 'bad' }, { name: 'Bob', tag: 'bad' }]),
      nothing,
    ],
    ['both are the same, and one is fixed', dogs('Ada', 'Ada'), dogs('Ada'), { new: [], obsolete: 1 }],
    [
      'both are the same, and a third is',
      dogs('Ada', 'Ada'),
      dogs('Ada', 'Ada', 'Ada'),
      { new: ['/x-data/2/tag'], obsolete: 0 },
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await compare(before, after)).toEqual(expected);
  });

  test('a list inside an item grows, while the item changes and moves not', async () => {
    const before = defineData([{ name: 'Ada', tags: ['bad'] }]);
    expect(await compare(before, defineData([{ name: 'Ada', tags: ['x', 'bad'] }]))).toEqual(nothing);
    expect(await compare(before, defineData([{ name: 'Ada', tags: ['bad', 'bad'] }]))).toEqual({
      new: ['/x-data/0/tags/1'],
      obsolete: 0,
    });
  });

  test('a key that is a number is not a list item: a fix at one does not hide another', async () => {
    const answer = { note: 'bad' };
    expect(
      await compare(defineData({ 200: answer, 201: answer }), defineData({ 201: answer, 202: answer })),
    ).toEqual({
      new: ['/x-data/202/note'],
      obsolete: 1,
    });
  });
});

describe('among the documents of one file', () => {
  const application = (name: string, owner: string) =>
    `kind: Application\nname: ${name}\ntype: web\nowner: ${owner}\ncallbackUrls: [https://b.example.edu/]\ngrants: [client_credentials]\n`;
  const applications = (...documents: readonly string[]) => ({
    ...define(''),
    'applications.yaml': documents.join('---\n'),
  });
  const [ada, bob, cai] = ['Ada', 'Bob', 'Cai'].map((name) => application(name, 'bad'));

  test.each([
    ['others move', applications(ada!, bob!), applications(application('Rex', 'me'), bob!, ada!), nothing],
    [
      'the only one gets a neighbour',
      applications(ada!),
      applications(application('Rex', 'me'), ada!),
      nothing,
    ],
    [
      'one is fixed and another added',
      applications(ada!, bob!),
      applications(bob!, cai!),
      { new: ['/owner'], obsolete: 1 },
    ],
    [
      'something else of it changes',
      applications(ada!, bob!),
      applications(ada!, bob!.replace('web', 'native')),
      nothing,
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await compare(before, after)).toEqual(expected);
  });
});

describe('laws', () => {
  const item = fc.record({
    name: fc.stringMatching(/^[c-h]{1,4}$/),
    tag: fc.constantFrom('bad', 'good', 'worse'),
  });
  const items = fc.uniqueArray(item, { selector: ({ name }) => name, maxLength: 8 });
  const bads = (list: readonly { readonly tag: string }[]) => list.filter(({ tag }) => tag !== 'good').length;

  test('what was in the list is known wherever it is now, and what was not is new', async () => {
    await fc.assert(
      fc.asyncProperty(items, items, fc.infiniteStream(fc.nat()), async (before, others, order) => {
        const kept = before.filter(() => (order.next().value ?? 0) % 3 > 0);
        const names = new Set(before.map(({ name }) => name));
        const added = others.filter(({ name }) => !names.has(name)).map((one) => ({ ...one, isNew: true }));
        const keys = new Map([...kept, ...added].map((one) => [one, order.next().value ?? 0]));
        const after = [...kept, ...added].toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        const { diagnostics, suppressedFindings } = await lintAfter(defineData(before), defineData(after));
        // An obsolete item can match a new one at the same index, which could be the same item after a change.
        const atItsIndex = after.filter(
          (one, index) =>
            'isNew' in one &&
            one.tag !== 'good' &&
            before[index]?.tag === one.tag &&
            !kept.includes(before[index]),
        ).length;
        expect(diagnostics).toHaveLength(bads(added) - atItsIndex);
        expect(suppressedFindings.obsolete).toBe(bads(before) - bads(kept) - atItsIndex);
      }),
      { numRuns: draws(60) },
    );
  });

  test('what is written is read again, whatever was found', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), items, async (value, list) => {
        const files = defineData([value, list, { value: 'bad', list }]);
        const first = await lintAfter(files, files);
        expect({ lines: first.lines, obsolete: first.suppressedFindings.obsolete }).toEqual({
          lines: [],
          obsolete: 0,
        });
        const text = await makeBaseline(files);
        expect(writeBaseline(first.suppressedFindings.inBaseline, first.sources)).toBe(text);
      }),
      { numRuns: draws(60) },
    );
  });
});

test('takes ten thousand findings in, and finds them again', async () => {
  const files = defineData(Array.from({ length: 10_000 }, (_, id) => ({ id, tag: 'bad' })));
  const baseline = await makeBaseline(files);
  const { suppressedFindings } = await lintWords({ ...files, [baselineFile]: baseline });
  expect({ known: suppressedFindings.inBaseline.length, obsolete: suppressedFindings.obsolete }).toEqual({
    known: 10_000,
    obsolete: 0,
  });
  const moved = defineData(Array.from({ length: 10_000 }, (_, id) => ({ id: id + 1, tag: 'bad' })));
  const after = await lintWords({ ...moved, [baselineFile]: baseline });
  expect(after.diagnostics.map(({ at }) => at.pointer)).toEqual(['/x-data/9999/tag']);
  expect(after.suppressedFindings.obsolete).toBe(1);
});

test('an entry with a count stands for as many', async () => {
  const { diagnostics, sources } = await lintWords(defineData(['bad', 'bad', 'bad']));
  const entry = JSON.parse(writeBaseline(diagnostics.slice(0, 1), sources)).findings[0];
  const { known, unknown, obsolete } = matchKnownFindings([{ ...entry, count: 2 }], diagnostics, sources);
  expect([known.length, unknown.length, obsolete]).toEqual([2, 1, 0]);
});

test('with a loading error, no baseline entry counts as obsolete', async () => {
  const { suppressedFindings } = await lintAfter(define('x-a: bad\n'), define('x-a: [\n'));
  expect(suppressedFindings).toMatchObject({ isWhole: false, obsolete: 0 });
});

test('a very large count is the number of findings that are no longer found', async () => {
  const { diagnostics, sources } = await lintWords(define('x-a: bad\n'));
  const entry = JSON.parse(writeBaseline(diagnostics, sources)).findings[0];
  const count = Number.MAX_SAFE_INTEGER;
  const { unknown, obsolete } = matchKnownFindings([{ ...entry, count }], diagnostics, sources);
  expect({ unknown, obsolete }).toEqual({ unknown: [], obsolete: count - 1 });
});
