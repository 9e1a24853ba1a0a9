import { readdirSync, readFileSync } from 'node:fs';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import { parse } from 'yaml';
import { rules } from '#compiler/lint/rules.ts';
import type { HistoryExample, HistoryRule } from '#compiler/plan/history/define-history-rule.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import type { Rule, RuleExample } from '#compiler/rule/define-rule.ts';

const closed = { additionalProperties: false };

const EditsSchema = Type.Array(
  Type.Union([
    Type.Object({ file: Type.String(), replace: Type.String(), by: Type.String() }, closed),
    Type.Object({ file: Type.String(), content: Type.String() }, closed),
    Type.Object({ file: Type.String(), isGone: Type.Literal(true) }, closed),
  ]),
);
const FindingsSchema = Type.Array(Type.String({ pattern: String.raw`^\S+:\d+:\d+ \S` }));
const TitleSchema = Type.String({ minLength: 1 });

/** The file of a rule: examples that its page does not show. */
export const RuleFileSchema = Type.Array(
  Type.Object(
    {
      title: TitleSchema,
      edits: EditsSchema,
      findings: FindingsSchema,
      severity: Type.Optional(Type.Literal('warning')),
    },
    closed,
  ),
  { minItems: 1 },
);

/** The file of a history rule: examples that its page does not show. */
const HistoryFileSchema = Type.Array(
  Type.Object({ title: TitleSchema, base: EditsSchema, head: EditsSchema, findings: FindingsSchema }, closed),
  { minItems: 1 },
);

/**
 * The examples of each file by the name of its rule. Throws if no rule has the name of a file, or a file does not have
 * the schema.
 */
export function parseExamples<Schema extends TSchema>(
  schema: Schema,
  known: readonly { readonly name: string }[],
  files: Readonly<Record<string, string>>,
): ReadonlyMap<string, Static<Schema>> {
  const names = new Set(known.map(({ name }) => `${name}.yaml`));
  const parsed = Object.entries(files).map(([file, text]) => {
    if (!names.has(file)) throw new Error(`${file}: no rule has this name.`);
    const value: unknown = parse(text);
    const [error] = Value.Errors(schema, value);
    if (error) throw new Error(`${file}${error.instancePath}: ${error.message}`);
    return [file.replace(/\.yaml$/, ''), value as Static<Schema>] as const;
  });
  return new Map(parsed);
}

function readFolder(folder: string): Readonly<Record<string, string>> {
  const url = new URL(folder, import.meta.url);
  const files = readdirSync(url, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(new URL(name, url), 'utf8')]));
}

const moreOfRules = parseExamples(RuleFileSchema, rules, readFolder('./lint/rules/'));
const moreOfHistoryRules = parseExamples(HistoryFileSchema, historyRules, readFolder('./plan/rules/'));

/** All examples of a rule: those of its page, and those of `test/compiler/lint/rules/`. */
export function examplesOf({ name, examples }: Rule): readonly RuleExample[] {
  return [...examples, ...(moreOfRules.get(name) ?? [])];
}

/** All examples of a history rule: those of its page, and those of `test/compiler/plan/rules/`. */
export function historyExamplesOf({ name, examples }: HistoryRule): readonly HistoryExample[] {
  return [...examples, ...(moreOfHistoryRules.get(name) ?? [])];
}
