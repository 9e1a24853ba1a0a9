// @module-tag full
import { parse } from 'yaml';
import { expect, test, vi } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { rules } from '#compiler/lint/rules.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import type { DefinitionContext } from '#compiler/rule/definition-checks.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { type DefinitionVisitor, visitDefinition } from '#openapi/visit-document.ts';
import { examplesOf } from '../rule-examples.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const settings = new RuleSettings({} as never);
const prototype = Object.getPrototypeOf(openDocument({})) as OpenapiDocument;

/** The rules that look at the paths, operations or security schemes of the whole document in a check of one part. */
function findReading(checked: readonly Rule[]): readonly string[] {
  let checking: string | undefined;
  const found = new Set<string>();
  for (const member of ['paths', 'operations', 'webhooks', 'securitySchemes'] as const) {
    const property = Object.getOwnPropertyDescriptor(prototype, member);
    vi.spyOn(prototype, member, 'get').mockImplementation(function watch(this: OpenapiDocument): never {
      if (checking !== undefined) found.add(checking);
      return property?.get?.call(this) as never;
    });
  }
  for (const rule of checked) {
    const watch = (start: boolean): void => void (checking = start ? rule.name : undefined);
    for (const root of documentsOf(rule)) visitDefinition(openDocument(root), toVisitor(rule, watch));
  }
  vi.restoreAllMocks();
  return [...found].toSorted();
}

function documentsOf(rule: Rule): readonly JsonObject[] {
  const texts = examplesOf(rule).map(({ edits }) => applyExampleEdits(cleanSources, edits)[file] ?? '');
  return texts
    .map((text) => parse(text) as unknown)
    .filter((root) => typeof root === 'object') as JsonObject[];
}

/** The checks of parts, in a document of which nothing was asked before. */
function toVisitor(rule: Rule, watch: (start: boolean) => void): DefinitionVisitor {
  const context: DefinitionContext = { options: settings.optionsOf(rule, file), report: () => {} };
  const checks = Object.entries(rule.checkDefinition ?? {}).filter(
    ([name]) => name !== 'definition' && name !== 'reference',
  );
  return Object.fromEntries(
    checks.map(([name, check]) => [
      name,
      (node: object) => {
        watch(true);
        (check as (one: object, given: DefinitionContext) => void).call(rule.checkDefinition, node, context);
        watch(false);
      },
    ]),
  );
}

test('a rule that does not say so looks only at a part of a document and what that refers to', () => {
  expect(findReading(rules.filter(({ readsElsewhere }) => !readsElsewhere))).toEqual([]);
});

test('the rules that say so do look at other parts', () => {
  const saying = rules.filter(({ readsElsewhere }) => readsElsewhere);
  expect(findReading(saying)).toEqual(saying.map(({ name }) => name).toSorted());
});
