import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderEventJson } from '#cli/run/event-log.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { check } from '#pipeline.ts';
import { renderRejection } from '#runtime/rejection/render-rejection.ts';
import { messageOf } from '#serve/proposals/proposal-names.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { findBlock } from './shell-blocks.ts';

test('an error has the body that docs/errors.md shows', () => {
  const { text } = findBlock('docs/errors.md: { "message": "This API requires an access token."');
  const { body } = renderRejection({ code: 'token_missing' }, undefined, undefined);
  expect(JSON.stringify(JSON.parse(body), null, 2)).toBe(text.trimEnd());
});

test('an event of the log is as docs/observability.md shows it', () => {
  const { text } = findBlock('docs/observability.md: { "level": "warn"');
  const shown = JSON.parse(text) as Readonly<Record<string, string | number>>;
  const { api, upstream, status, code, cause, count, requestId, time } = shown;
  const details = { api, upstream, status, code, cause, count, requestId };
  const event = { type: 'upstream-failed', ...details } as Parameters<typeof renderEventJson>[0];
  const line = renderEventJson(event, Date.parse(String(time)), (file) => file) ?? '';
  expect(JSON.stringify(JSON.parse(line), null, 2)).toBe(text.trimEnd());
});

test('the message of a proposal is as docs/store.md shows it', () => {
  const { text } = findBlock('docs/store.md: Subscribe DogWalker');
  const subject = { aspect: 'subscription', application: 'DogWalker', api: 'DogPark/v1' } as const;
  const described = { change: 'subscription_added', subject } as const;
  const plan = { digest: 'sha256:…', changes: [] } as const;
  expect(messageOf('Subscribe DogWalker to DogPark/v1', { id: 'user:ada' }, described, plan)).toBe(text);
});

describe('the rule that CONTRIBUTING.md shows', () => {
  const { text } = findBlock('CONTRIBUTING.md: import { defineRule }');

  /** The rule, loaded from a file elsewhere. */
  async function loadRule(): Promise<Rule> {
    const folder = await temporaryFolder({});
    onTestFinished(() => folder[Symbol.asyncDispose]());
    const rooms = pathToFileURL(resolve('src/compiler/rule')).href;
    const file = join(folder.path, 'path-no-final-slash.ts');
    await writeFile(file, text.replaceAll("'../../../rule/", `'${rooms}/`));
    const module = (await import(pathToFileURL(file).href)) as { readonly pathNoFinalSlash: Rule };
    await rm(file);
    return module.pathNoFinalSlash;
  }

  test('finds what its examples say', async () => {
    const rule = await loadRule();
    const found = rule.examples.map(async ({ edits }) => {
      const tree = memorySourceTree(applyExampleEdits(cleanSources, edits));
      const { diagnostics } = await check(tree, 'gateway.config.yaml', { rules: [rule] });
      return diagnostics.map(({ at, message }) => `${at.file}:${at.line}:${at.column} ${message}`);
    });
    expect(await Promise.all(found)).toEqual(rule.examples.map(({ findings }) => findings));
  });
});
