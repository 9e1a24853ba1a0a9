import { isJsonObject, type Json } from '#compiled/json.ts';
import { lint, type LintResult } from '#compiler/lint/lint.ts';
import { load } from '#compiler/load/load.ts';
import { defineRule, type Rule } from '#compiler/rule/define-rule.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import { type Diagnostic, sortDiagnostics } from '#diagnostic/diagnostic.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { appendPointer, placeOf } from '#source/place.ts';
import { describeDiagnostics } from '../../describe-diagnostics.ts';

/** A rule that finds a word wherever it is a value of a definition, or the owner of an application. */
function ruleAgainst(word: string, group: Rule['group']): Rule {
  return defineRule({
    name: `no-${word}`,
    section: '1',
    severity: 'warning',
    group,
    summary: 'A rule.',
    why: 'To test.',
    examples: [],
    check: {
      application: ({ value, place }, { report }) => {
        if (value.owner === word) report({ at: placeOf(place, 'owner'), message: `Found ${word}.` });
      },
    },
    checkDefinition: {
      definition: ({ root }, { report }) => {
        for (const at of pointersTo(word, root, '')) report({ at, message: `Found ${word}.` });
      },
    },
  });
}

function pointersTo(word: string, value: Json, at: string): readonly string[] {
  if (value === word) return [at];
  const members = Array.isArray(value) || isJsonObject(value) ? Object.entries<Json>(value) : [];
  return members.flatMap(([key, member]) => pointersTo(word, member, appendPointer(at, key)));
}

/** Two rules that can be suppressed, and one that cannot. */
export const wordRules: readonly Rule[] = [
  ruleAgainst('bad', 'design'),
  ruleAgainst('worse', 'design'),
  ruleAgainst('broken', 'integrity'),
];

const frame: Readonly<Record<string, string>> = {
  'gateway.config.yaml':
    'kind: Gateway\nformat: 1\norganisation: Example\ndeployments: { production: { gatewayUrl: "https://example.edu" } }\n',
  'apis/a/api.yaml': apiNaming('A', './openapi.yaml'),
};

/** An API whose definition is another file. */
export function apiNaming(name: string, definition: string): string {
  return `kind: Api\nname: ${name}\ncontext: /a\nversion: v1\nstate: published\nowner: me\ndefinition: ${definition}\nendpoints:\n  production: { url: "https://a.example.edu" }\n`;
}

export const head = 'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\n';

export interface Linted extends LintResult {
  readonly sources: Sources;
  /** The findings, `file:line:column severity code message`, sorted by place. */
  readonly lines: readonly string[];
}

/** Lints the definition `apis/a/openapi.yaml` of one API, and files next to it. */
export async function lintWords(
  files: Readonly<Record<string, string>>,
  rules: readonly Rule[] = wordRules,
): Promise<Linted> {
  const { workspace, diagnostics, sources } = await load(
    memorySourceTree({ ...frame, ...files }),
    'gateway.config.yaml',
  );
  if (!workspace) throw new Error('nothing was loaded');
  const result = lint(workspace, rules);
  const lines = describeDiagnostics(sortDiagnostics([...diagnostics, ...result.diagnostics]));
  return { ...result, sources, lines };
}

/** Findings as `file:line code`. */
export function briefly(findings: readonly Diagnostic[]): readonly string[] {
  return findings.map(({ at, code }) => `${at.file}:${at.line} ${code}`);
}
