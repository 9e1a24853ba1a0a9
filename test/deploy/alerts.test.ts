import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { full } from '../full-run.ts';

const isMissing = spawnSync('promtool', ['--version']).error !== undefined;

test.skipIf(isMissing)(
  'the alerts fire for the metrics of test/deploy/alerts.yaml (skipped where promtool is not on the PATH)',
  full,
  async () => {
    const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', 'test/deploy/alerts.yaml']);
    expect(stdout).toContain('SUCCESS');
  },
);
