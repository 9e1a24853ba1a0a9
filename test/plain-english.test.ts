import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/** What the documentation of the field does not write, and what it writes instead: see docs/glossary.md. */
const dialect: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bexcus(?:e[sd]?|ing|able)\b/i, 'suppress, suppression'],
  [/\bmay stand\b/i, 'is suppressed'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\b(?:is|are|was|were|be) told\b/i, 'is reported'],
  [/\btells? (?:of|what|how|why|whether|which|who)\b/i, 'report, print, show'],
  [/\bjudge(?:s|d|ments?)?\b/i, 'evaluate, verdict'],
  [/\bat fault\b|\btroubles?\b|\bbreach(?:es)?\b|\bfault of gatewright\b/i, 'problem, error, violation, bug'],
  [/\b(?:is|are|was|were) gone\b/i, 'is removed'],
  [/\bfeels?\b/i, 'is affected, impact'],
  [/\b(?:is|are|was|were) over\b(?! [\d$])/i, 'is finished'],
  [/\bleft alone\b/i, 'skipped, unchanged'],
  [/\banew\b|\bonce more\b/i, 'again'],
  [/\bbr[eo]aks? off\b|\bbroken? off\b|\bleave to go on\b/i, 'abort, 100 Continue'],
  [/(?<!\bthere |\bthere, )\b(?:is|are|was) no (?!longer\b|more\b|other\b)\w/i, 'is not a …, does not exist'],
  [/(?<!\bthere )\b(?:is|are) none\b|\bthere is not\b/i, 'is not a …, does not exist'],
  [
    /\bst(?:ands?|ood) (?:in|beside|under|at|on|above|below|behind|there|twice|first)\b/i,
    'is in, is next to',
  ],
  [/\bkind of keys are forwarded\b/i, 'endpoint added'],
  [/\bis another one\b/i, 'changed'],
  [/\bis good beside\b/i, 'secret added'],
  [/\bare good again\b/i, 'revocation lifted'],
  [/\bdeeper than is read\b/i, 'exceeds the nesting limit'],
  [/\bis none any more\b/i, 'severity lowered from error'],
  [/\bno digest and no reference\b/i, 'neither a digest nor a secret reference'],
  [/\bNothing to complain about\b/i, 'No problems found'],
  [/\bgoes on running\b|\bgo on running\b/i, 'still serving the previous table'],
  [/\bno others are told\b/i, 'further reports suppressed'],
  [/\bhas too much to do\b/i, 'is overloaded'],
  [/\bhas to be visited\b/i, 'open this page directly'],
  [/\bTake all that is found\b/i, 'add all current findings'],
  [/\bfor whom, and whether it may\b/i, 'who is affected, and whether it is allowed'],
  [/\btake in every change\b/i, 'reload when declarations change'],
  [/\bMake a consumer key\b/i, 'generate a consumer key'],
  [/\bit could not run\b/i, 'the command could not run'],
  [/\bown making\b/i, 'that the gateway has generated'],
  [/\bif left out\b/i, 'Default: …'],
  [/\blet be\b/i, 'is not reported, is ignored'],
  [/\btak(?:es?|en) (?:it|them|that|this|these) in\b/i, 'load'],
  [/\bcame of\b|\bcomes? of\b/i, 'was issued for, is the result of'],
  [/\ball is well\b|\bis well\b/i, 'on success, is healthy'],
  [/\bbe it\b|\blest\b/i, 'whether it is, so that … not'],
  [/\bcomes? to stand\b/i, 'is written, is placed'],
  [/\bhold from start to end\b/i, 'are read only at start'],
  [/\bgo(?:es)? on (?:serving|signing|taking|being)\b/i, 'still serves, still signs'],
  [
    /\b(?:token|certificate|grant|session|assertion|login|it|they)s? (?:runs?|ran|ha[sd] run|have run) out\b(?! of)/i,
    'expire',
  ],
  [/\b(?:go|goes|gone|went) away\b/i, 'disconnects'],
  [/\bleads? elsewhere\b/i, 'redirects'],
  [/\bshows at run time\b/i, 'is known only at run time'],
  [/\basks nothing\b/i, 'requires nothing'],
  [/\bthe matter of\b/i, 'is checked by'],
];

/** Words of names, of identifiers and files alike, that readers have to decode, and the word of the field. */
const stems: readonly (readonly [stem: RegExp, instead: string])[] = [
  [/^(?:surely|alone)$/, 'is certainly, only, by itself'],
  [/^breach(?:es|ed)?$|^faults?$|^damaged?$|^troubles?$/, 'violation, error, invalid, corrupted'],
  [/^judge[sd]?$|^judge?ments?$/, 'evaluate, verdict'],
  [/^besides?$|^aside$/, 'next to, further, temporary'],
  [/^kept$/, 'saved, stored, cached, remaining'],
  [/^ask(?:s|ed|ing)?$/, 'request, query, load, required'],
  [/^gone$/, 'removed, closed'],
  [/^settle[sd]?$/, 'resolve, finish'],
  [/^rests$/, 'is idle'],
  [/^trails?$/, 'path'],
  [/^standings?$|^admissions?$/, 'authorization state, token context'],
  [/^told$|^tell(?:s|ing)?$/, 'reported, delivered'],
  [/^anew$/, 'again, from scratch'],
  [/^mend(?:s|ed)?$/, 'fix'],
  [/^excuse[sd]?$/, 'suppression, suppress'],
  [/^feels?$|^felt$/, 'affected'],
  [/^lest$|^tally$/, 'a longer name, metrics'],
];

/** Names that are part of a saved format, of the language, of the examples of rules, or the name of a rule. */
const fixedNames: ReadonlySet<string> = new Set([
  'askedAt',
  'askedScopes',
  'allSettled',
  'isGone',
  'subscriptionBesideApi',
  'subscription-beside-api',
]);

/** Strings, comments and the code between them, which includes templates that nest no other template. */
const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const specifier = /\bfrom$|\bimport\(?$/;
const title = /\b(?:test|it|describe)(?:\.\w+)*\($|\]\)\($/;

interface Text {
  readonly at: number;
  readonly text: string;
}

/** What people read of a file of code: its strings and comments, of a test its titles. */
function* textsOf(file: string, code: string): Generator<Text> {
  for (const { 0: text, index } of code.matchAll(token)) {
    const before = code.slice(code.lastIndexOf('\n', index) + 1, index).trim();
    const isName = /^['"`][\w.\-/]*['"`]$/.test(text);
    if (isName || specifier.test(before)) continue;
    if (file.startsWith('src/') || title.test(before)) yield { at: index, text };
  }
}

function findDialect(file: string, content: string): readonly string[] {
  const texts = !file.endsWith('.ts') ? [{ at: 0, text: content }] : textsOf(file, content);
  return [...texts].flatMap(({ at, text }) => {
    const prose = text
      .replaceAll(/\$\{[^}]*\}/g, (code) => ' '.repeat(code.length))
      .replaceAll(/\n(?:\s*\*|>)? */g, (gap) => ' '.repeat(gap.length));
    return dialect.flatMap(([phrase, instead]) =>
      [...prose.matchAll(new RegExp(phrase, 'gi'))].map((found) => {
        const line = content.slice(0, at + found.index).split('\n').length;
        return `${file}:${line} '${found[0].replaceAll(/ +/g, ' ')}': write ${instead}`;
      }),
    );
  });
}

/** The name of a file of code, and each identifier in it at its first use; not those that it imports. */
function findCodeWords(file: string, content: string): readonly string[] {
  const { program, module, errors } = parseSync(file, content);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const imported = module.staticImports.flatMap(({ entries }) =>
    entries.map(({ localName }) => localName.value),
  );
  const read = new Set([...fixedNames, ...imported]);
  const called = basename(file, '.ts');
  const found = read.has(called) ? [] : describeName(called, `${file} is called`);
  for (const { name, start } of namesIn(program.body)) {
    if (read.has(name)) continue;
    read.add(name);
    found.push(...describeName(name, `${file}:${content.slice(0, start).split('\n').length}`));
  }
  return found;
}

interface Name {
  readonly name: string;
  readonly start: number;
}

/** The identifiers of a syntax tree, also those of types and private fields, in the order of the text. */
function namesIn(node: unknown, found: Name[] = []): readonly Name[] {
  if (typeof node !== 'object' || node === null) return found;
  if ('type' in node && (node.type === 'Identifier' || node.type === 'PrivateIdentifier'))
    found.push(node as Name & typeof node);
  for (const inside of Object.values(node)) if (typeof inside === 'object') namesIn(inside, found);
  return found;
}

function describeName(name: string, place: string): string[] {
  const words = wordsOf(name);
  return stems
    .filter(([stem]) => words.some((word) => stem.test(word)))
    .map(([, instead]) => `${place} '${name}': write ${instead}`);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

const files = ['*.md', 'docs/**/*.md', 'deploy/**/*.*', 'src/**/*.{ts,md}', 'test/**/*.test.ts'].flatMap(
  (pattern) => globSync(pattern, { exclude: (name) => name === 'node_modules' }),
);

test('texts for people hold no phrase that only this project would write', () => {
  const read = files.filter((file) => file !== 'test/plain-english.test.ts');
  expect(read.flatMap((file) => findDialect(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('a planted phrase is found at its line, in a string, a comment, a title and a page', () => {
  const planted =
    "import { mend } from './mend.ts';\n/** What\n * stands in it. */\nconst a = 'Mend it';\nmend(a);";
  expect(findDialect('src/a.ts', planted)).toEqual([
    "src/a.ts:3 'stands in': write is in, is next to",
    "src/a.ts:4 'Mend': write fix",
  ]);
  expect(
    findDialect('test/a.test.ts', "// anew\ntest('mends it', () => {\n  excuse('is no name');\n});"),
  ).toEqual(["test/a.test.ts:2 'mends': write fix"]);
  expect(findDialect('docs/a.md', 'The default is not a fault.\nThere is no way.\nIt is no\nname.')).toEqual([
    "docs/a.md:3 'is no n': write is not a …, does not exist",
  ]);
});

test('identifiers and files have names that need no decoding', () => {
  const read = globSync('src/**/*.ts');
  expect(read.length).toBeGreaterThan(1000);
  expect(read.flatMap((file) => findCodeWords(file, readFileSync(file, 'utf8')))).toEqual([]);
}, 30_000);

test('a planted name is found once, in a file, a binding, a property and a private field', () => {
  const planted = [
    "import { askDatabase } from './ask-database.ts';",
    "const kept = { fault: 'kept', askedAt: 0 };",
    'class Told { readonly #wasGone = kept.fault; }',
    'export const keeper = [askDatabase, kept, task, basket];',
  ].join('\n');
  expect(findCodeWords('src/a/names-beside.ts', planted)).toEqual([
    "src/a/names-beside.ts is called 'names-beside': write next to, further, temporary",
    "src/a/names-beside.ts:2 'kept': write saved, stored, cached, remaining",
    "src/a/names-beside.ts:2 'fault': write violation, error, invalid, corrupted",
    "src/a/names-beside.ts:3 'Told': write reported, delivered",
    "src/a/names-beside.ts:3 'wasGone': write removed, closed",
  ]);
});
