// Loaded by `--require` into what is measured: at SIGUSR2 it clears away all garbage, and writes how much is left.
const { writeFileSync, renameSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.BENCH_MEMORY_FILE;
if (isMainThread && file) {
  process.on('SIGUSR2', () => {
    globalThis.gc();
    globalThis.gc();
    writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
    renameSync(`${file}.new`, file);
  });
}
