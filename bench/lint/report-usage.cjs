// Loaded into every process that is measured: leaves in a file its peak memory, in kilobytes, and its processor time,
// in microseconds.
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

process.on('exit', () => {
  const file = process.env.BENCH_USAGE_FILE;
  if (!isMainThread || !file) return;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(file, `${maxRSS} ${userCPUTime + systemCPUTime}`);
});
