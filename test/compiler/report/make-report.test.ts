import { describe, expect, test } from 'vitest';
import { check } from '#pipeline.ts';
import { openApiReporter, reportOn } from '#pipeline/report-on.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { repositoryWithFindings } from './repository-with-findings.ts';

const config = 'gateway.config.yaml';

function checkFiles(files: Readonly<Record<string, string>>) {
  return check(memorySourceTree(files), config);
}

const deployment = 'production';

describe('a report', () => {
  test('on a repository with every kind of finding', async () => {
    const report = reportOn(await checkFiles(repositoryWithFindings), { deployment });
    await expect(`${JSON.stringify(report, null, 2)}\n`).toMatchFileSnapshot('reports/findings.json.txt');
  });

  test('on the example repository', async () => {
    const result = await check(diskSourceTree('.'), config);
    const report = reportOn(result, { deployment });
    await expect(`${JSON.stringify(report, null, 2)}\n`).toMatchFileSnapshot('reports/example.json.txt');
  });

  test('is the same whatever the order of the files is', async () => {
    const reversed = Object.fromEntries(Object.entries(repositoryWithFindings).toReversed());
    const [one, other] = await Promise.all([repositoryWithFindings, reversed].map(checkFiles));
    expect(one && reportOn(one, { deployment })).toEqual(other && reportOn(other, { deployment }));
  });

  test('on one owner counts the findings of that owner alone', async () => {
    const result = await checkFiles(repositoryWithFindings);
    const report = reportOn(result, { deployment, owner: 'ada@example.edu' });
    expect(report?.apis.map(({ name }) => name)).toEqual(['CatApi']);
    expect(report?.owners).toEqual([{ owner: 'ada@example.edu', ...report?.total }]);
    expect(report?.total.findings).toEqual({ error: 1, warning: 2, info: 0, suppressed: 0, inBaseline: 1 });
    expect(report?.sections.map(({ section }) => section)).toEqual(['2.2', '9', '']);
    expect(report).not.toHaveProperty('otherFindings');
  });

  test('counts a finding in a file that several versions share once in sums', async () => {
    const report = reportOn(await checkFiles(repositoryWithFindings), { deployment });
    const ofDogPark = report?.apis.filter(({ name }) => name === 'DogPark') ?? [];
    expect(ofDogPark.map(({ findings }) => findings.info)).toEqual([1, 1]);
    expect(report?.total.findings.info).toBe(1);
  });

  test('adds drift where it is known', async () => {
    const drift = new Map([['DogPark/v1', { request: 2, response: 3 }]]);
    const report = reportOn(await checkFiles(repositoryWithFindings), { deployment, drift });
    const none = { request: 0, response: 0 };
    expect(report?.apis.map((api) => api.drift)).toEqual([none, { request: 2, response: 3 }, none]);
    expect(report?.total.drift).toEqual({ request: 2, response: 3 });
  });

  test('is undefined without a usable configuration', async () => {
    expect(reportOn(await checkFiles({ [config]: 'kind: Gateway\n' }), { deployment })).toBeUndefined();
  });
});

test('the findings of chosen APIs come with the report', async () => {
  const result = await checkFiles(repositoryWithFindings);
  const apis = openApiReporter(result, deployment)(new Set(['CatApi/v2.5', 'Unknown/v1']));
  expect(apis.map(({ report: { name }, findings }) => ({ name, findings }))).toMatchInlineSnapshot(`
    [
      {
        "findings": [
          {
            "code": "api-context-matches-name",
            "column": 10,
            "file": "apis/dog_park/v10/api.yaml",
            "help": "Make it /cat, or rename the API.",
            "isSuppressible": true,
            "line": 14,
            "message": "The context /cats is not the name CatApi in lower case.",
            "pointer": "/context",
            "severity": "warning",
            "status": "reported",
          },
          {
            "code": "api-version-minor",
            "column": 10,
            "file": "apis/dog_park/v10/api.yaml",
            "help": "Keep to v2 for compatible changes, and use the next number for a breaking change.",
            "isSuppressible": true,
            "line": 15,
            "message": "The version v2.5 of CatApi is a minor version.",
            "pointer": "/version",
            "severity": "warning",
            "status": "reported",
          },
          {
            "code": "definition-unreadable",
            "column": 13,
            "file": "apis/dog_park/v10/api.yaml",
            "help": "Check the spelling; paths are relative to the file that names them.",
            "isSuppressible": false,
            "line": 18,
            "message": "The file apis/dog_park/v10/missing.yaml does not exist.",
            "pointer": "/definition",
            "severity": "error",
            "status": "reported",
          },
          {
            "code": "api-name-no-api-word",
            "column": 7,
            "file": "apis/dog_park/v10/api.yaml",
            "help": "Remove the word from the name.",
            "isSuppressible": false,
            "line": 13,
            "message": "The name CatApi contains the word API.",
            "pointer": "/name",
            "severity": "warning",
            "status": "inBaseline",
          },
        ],
        "name": "CatApi",
      },
    ]
  `);
});
