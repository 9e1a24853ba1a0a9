import { describe, expect, test } from 'vitest';
import { marked } from 'marked';
import { repositoryWithFindings } from '../../compiler/report/repository-with-findings.ts';
import { readable } from '../../runtime/portal/readable-html.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const metrics = `# HELP gatewright_drift_total Drift.
# TYPE gatewright_drift_total counter
gatewright_drift_total{api="DogPark",version="v1",direction="request"} 2
gatewright_drift_total{api="DogPark",version="v1",direction="response"} 30
`;

/** Runs the command in a repository with every kind of finding. */
async function report(words: readonly string[], input = '', files = repositoryWithFindings) {
  await using folder = await temporaryFolder(files);
  return await callGatewright(folder.path, ['report', ...words], {}, input);
}

describe('gatewright report', () => {
  test.each(['human', 'json', 'markdown', 'html'])('prints %s', async (format) => {
    const { code, stdout, stderr } = await report(['--format', format]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // The style sheet is the store's.
    const page = stdout.replace(/<style>[^]*<\/style>/, '<style></style>');
    const shown = format === 'html' ? readable(page) : page;
    await expect(shown).toMatchFileSnapshot(`reports/findings.${format}.txt`);
  });

  test('prints the example repository', async () => {
    const { code, stdout, stderr } = await runGatewright('.', ['report']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot('reports/example.human.txt');
  });

  test('reports one owner, in another deployment', async () => {
    const words = ['--owner', 'parks-team', '--deployment', 'qa', '--format', 'json'];
    const { code, stdout } = await report(words);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 1,
      deployment: 'qa',
      owner: 'parks-team',
      apis: [{ version: 'v1' }, { version: 'v10' }],
      owners: [{ owner: 'parks-team' }],
    });
  });

  test('writes a file, and adds the drift of metrics on standard input', async () => {
    await using folder = await temporaryFolder(repositoryWithFindings);
    const words = ['report', '--metrics', '-', '--format', 'markdown=report.md', '--owner', 'parks-team'];
    const { code, stdout, stderr } = await callGatewright(folder.path, words, {}, metrics);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Wrote the report to report.md.\n',
    });
    expect(await folder.read('report.md')).toContain(
      '| DogPark/v1 | deprecated | parks-team | 0 | 1 | 1 | 1 | 0 | 4 of 5 | 2 of 4 | 2 | 32 |\n' +
        '| DogPark/v10 | published | parks-team | 0 | 0 | 1 | 1 | 0 | 4 of 5 | 2 of 4 | 0 | 0 |',
    );
  });

  test.each([
    [['--owner', 'park-team'], '', 'No API has the owner "park-team".\nhelp: Did you mean `parks-team`?'],
    [['--metrics', '-'], 'up 1\n', 'Standard input does not contain the metrics of a gateway.'],
    [['--metrics', 'missing.txt'], '', 'missing.txt cannot be read: the file does not exist.'],
    [['--format', 'pdf'], '', 'Unknown format "pdf".'],
    [['--deployment', 'test'], '', 'has no deployment "test".'],
  ])('refuses %j', async (words, input, message) => {
    const { code, stdout, stderr } = await report(words, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('prints the same of definitions that it does not read again', async () => {
    await using folder = await temporaryFolder(repositoryWithFindings);
    const first = await callGatewright(folder.path, ['report', '--format', 'json']);
    expect(first.stdout).toContain('"withExamples"');
    expect(await callGatewright(folder.path, ['report', '--format', 'json'])).toEqual(first);
    await callGatewright(folder.path, ['lint']);
    expect(await callGatewright(folder.path, ['report', '--format', 'json'])).toEqual(first);
  });

  test('shows the errors of a broken configuration', async () => {
    const files = { 'gateway.config.yaml': 'kind: Gateway\nformat: [1\n' };
    const { code, stdout, stderr } = await report([], '', files);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error yaml-syntax /);
  });

  test('keeps names from becoming markup', async () => {
    const files = Object.fromEntries(
      Object.entries(repositoryWithFindings).map(([file, text]) => [
        file,
        text
          .replaceAll('owner: parks-team', 'owner: "</style><script>alert(1)</script> | [x](javascript:x)"')
          .replace('organisation: Example University', 'organisation: "<style></style><b>"'),
      ]),
    );
    const html = await report(['--format', 'html'], '', files);
    expect(html.stdout.match(/<\/?(script|style|b)\b[^>]*>/g)).toEqual(['<style>', '</style>']);
    const markdown = await report(['--format', 'markdown'], '', files);
    expect(await marked(markdown.stdout)).not.toMatch(/<script|<a |<b>/);
  });

  test('fits a pull request however many APIs there are', async () => {
    const api = repositoryWithFindings['apis/dog_park/v10/api.yaml'] ?? '';
    const many = Array.from({ length: 1500 }, (_, index) => {
      const [text = ''] = api.split('---\n');
      return [`apis/many/${index}.yaml`, text.replaceAll(/DogPark/g, `DogPark${index}x`)] as const;
    });
    const { code, stdout } = await report(['--format', 'markdown'], '', {
      ...repositoryWithFindings,
      ...Object.fromEntries(many),
    });
    expect(code).toBe(0);
    expect(stdout.length).toBeLessThan(60_000);
    expect(stdout).toMatch(/… and \d+ more, not shown here\./);
  });
});
