// Loaded into every process that is measured: leaves its peak memory, in kilobytes, in a file.
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

process.on('exit', () => {
  const file = process.env.BENCH_MEMORY_FILE;
  if (isMainThread && file) writeFileSync(file, String(process.resourceUsage().maxRSS));
});
