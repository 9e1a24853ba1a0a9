import { describe, expect, test } from 'vitest';
import { formats } from '#cli/lint/views/formats.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const apiFile = 'apis/dog_park/v1/api.yaml';
const api = cleanSources[apiFile] ?? '';
const oneError = { ...cleanSources, [apiFile]: api.replace('/dog_park', '/dog/park') };
const annotation =
  /^::error title=api-context-format,file=(?<file>[^,]+),line=3,endLine=3,col=10,endColumn=19::/;

/** Within a checkout of GitHub, in a folder of it. */
async function lintInCheckout(words: readonly string[], summary = 'summary.md') {
  const inCheckout = Object.entries(oneError).map(([file, text]) => [`gateway/${file}`, text]);
  const folder = await temporaryFolder(Object.fromEntries(inCheckout));
  await folder.write('summary.md', 'Said before.\n');
  const env = { GITHUB_WORKSPACE: folder.path, GITHUB_STEP_SUMMARY: `${folder.path}/${summary}` };
  return { folder, result: await callGatewright(`${folder.path}/gateway`, ['lint', ...words], env) };
}

describe.concurrent('gatewright lint --format', () => {
  test('several at once: one on standard output, the others in files', async () => {
    await using folder = await temporaryFolder(oneError);
    const words = ['--format', 'json=lint.json', '--format', 'github', '--format', 'sarif=lint.sarif'];
    const { code, stdout, stderr } = await callGatewright(folder.path, ['lint', ...words]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Wrote 1 error to lint.json.\nWrote 1 error to lint.sarif.\n',
    });
    expect(stdout).toMatch(annotation);
    expect(stdout).toMatch(/\n1 error\n$/);
    expect(JSON.parse(await folder.read('lint.json'))).toMatchObject({ counts: { error: 1 } });
    expect(JSON.parse(await folder.read('lint.sarif'))).toMatchObject({
      runs: [{ results: [{ ruleId: 'api-context-format', level: 'error' }] }],
    });
  });

  test('to files alone leaves standard output empty', async () => {
    await using folder = await temporaryFolder();
    await folder.write('report.xml', 'old');
    expect(await callGatewright(folder.path, ['lint', '--format=junit=report.xml'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Wrote no findings to report.xml.\n',
    });
    expect(await folder.read('report.xml')).toMatch(
      /^<\?xml .+\n<testsuites name="gatewright lint" tests="7" failures="0"/,
    );
  });

  test('human goes to a file too', async () => {
    await using folder = await temporaryFolder(oneError);
    await callGatewright(folder.path, ['lint', '--format', 'human=lint.txt']);
    expect(await folder.read('lint.txt')).toMatch(
      /^error api-context-format .+\n {2}apis\/dog_park\/v1\/api\.yaml:3:10\n/,
    );
  });

  test.each([
    ['nowhere/lint.json', 'nowhere/lint.json cannot be written: its folder does not exist.'],
    ['apis', 'apis cannot be written: it is a folder.'],
  ])('to %s is refused', async (file, message) => {
    await using folder = await temporaryFolder(oneError);
    expect(
      await callGatewright(folder.path, ['lint', '--format', 'human', '--format', `json=${file}`]),
    ).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\n`,
    });
  });

  test('an unknown one is refused before anything is read', async () => {
    expect(await callGatewright('/', ['lint', '--format', 'jsn'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Unknown format "jsn".\nhelp: Did you mean `json`?\n',
    });
  });

  test('names files from the checkout, but those that a person sees from the current folder', async () => {
    const { folder, result } = await lintInCheckout(['--format', 'github', '--format', 'human=lint.txt']);
    await using _ = folder;
    expect(result.stdout.match(annotation)?.groups?.['file']).toBe(`gateway/${apiFile}`);
    expect(await folder.read('gateway/lint.txt')).toContain(`\n  ${apiFile}:3:10\n`);
  });

  test('github adds to the summary of the step', async () => {
    const { folder } = await lintInCheckout(['--format', 'github']);
    await using _ = folder;
    const summary = await folder.read('summary.md');
    expect(summary).toMatch(
      /^Said before\.\n## gatewright lint\n\n1 error\n\n### gateway\/apis\/dog\\_park\/v1\/api\.yaml\n/,
    );
  });

  test('others leave that summary alone', async () => {
    const { folder } = await lintInCheckout(['--format', 'markdown']);
    await using _ = folder;
    expect(await folder.read('summary.md')).toBe('Said before.\n');
  });

  test('github says where there is no room for a summary', async () => {
    const { folder, result } = await lintInCheckout(['--format', 'github'], 'nowhere/summary.md');
    await using _ = folder;
    expect(result).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${folder.path}/nowhere/summary.md cannot be written: its folder does not exist.\n`,
    });
  });

  test.each(Object.keys(formats))(
    '%s shows no secret, ends its last line and has something to say of nothing',
    async (format) => {
      const url = 'https://user:hunter2@dogs.internal.example.edu';
      const secret = { ...cleanSources, [apiFile]: api.replace('https://dogs.internal.example.edu', url) };
      await using folder = await temporaryFolder(secret);
      const { code, stdout, stderr } = await callGatewright(folder.path, ['lint', '--format', format]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toMatch(/[^\n]\n$/);
      expect(stdout).not.toContain('hunter2');
      await folder.write(apiFile, api);
      const clean = await callGatewright(folder.path, ['lint', '--format', format]);
      expect(clean).toEqual({ code: 0, stdout: expect.stringMatching(/[^\n]\n$/), stderr: '' });
    },
  );
});
