import { describe, expect, test } from 'vitest';
import { explainLoosening } from '#cli/lint/views/explain-loosening.ts';
import { renderGithub } from '#cli/lint/views/github.ts';
import { renderForHumans } from '#cli/lint/views/human.ts';
import { renderJson } from '#cli/lint/views/json.ts';
import { renderMarkdown } from '#cli/lint/views/markdown.ts';
import { rules } from '#compiler/lint/rules.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import { diagnosticAt, reportOf } from './lint-reports.ts';

const found = (code: string, file = 'api.yaml') =>
  diagnosticAt(1, 1, 2, { code, at: { ...diagnosticAt(1, 1, 2).at, file } });

describe('how a rule is loosened', () => {
  test('is shown for the first rule that can be', () => {
    expect(explainLoosening([found('endpoint-url'), found('endpoint-https'), found('path-noun')])).toEqual([
      'To loosen a rule, such as endpoint-https:',
      '  everywhere: `lint: { rules: { endpoint-https: off } }` in the configuration (or info, or warning)',
      '  here: `# gatewright-ignore endpoint-https: REASON` at the end of the line, or above it',
      '  This is not possible for endpoint-url.',
    ]);
  });

  test('is an entry of the ignore file where there are no comments, and an option where there is no configuration', () => {
    expect(explainLoosening([found('path-noun', 'a/openapi.json')], true)).toEqual([
      'To loosen a rule, such as path-noun:',
      '  everywhere: `--rule path-noun=off` (or info, or warning)',
      '  here: `- { rule: path-noun, file: a/openapi.json, pointer: "/name", reason: REASON }` in gatewright-ignore.yaml',
    ]);
  });

  test('is an approval for a rule that compares two states', () => {
    expect(explainLoosening([found('lifecycle-order')])[2]).toBe(
      '  here: approve the change in gatewright-approvals.yaml, as `gatewright plan` shows',
    );
  });

  test('is shown of every rule but those that the compiler relies on', () => {
    for (const { name, group } of [...rules, ...historyRules])
      expect([name, explainLoosening([found(name)]).length]).toEqual([name, group === 'integrity' ? 0 : 3]);
    expect(explainLoosening([found('yaml-syntax')])).toEqual([]);
  });

  test('is shown once, in each report that people read, and by rule for programs', () => {
    const report = reportOf([found('endpoint-https'), found('endpoint-https', 'b.yaml'), found('path-noun')]);
    const texts = [
      renderForHumans(report.diagnostics, report),
      renderMarkdown(report),
      [...renderGithub(report)].join(''),
    ];
    for (const text of texts) expect(text.split('To loosen a rule').length).toBe(2);
    expect(JSON.parse([...renderJson(report)].join(''))).toMatchObject({
      rules: [
        { name: 'endpoint-https', loosenedBy: ['severity', 'suppression'] },
        { name: 'path-noun', loosenedBy: ['severity', 'suppression'] },
      ],
    });
  });
});
