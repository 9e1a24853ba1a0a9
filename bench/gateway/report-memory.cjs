// Loaded by `--require` into each measured thread: at SIGUSR2 all of them collect all garbage, and the main one writes
// how many bytes are left.
const { renameSync, writeFileSync } = require('node:fs');
const { BroadcastChannel, isMainThread, threadId } = require('node:worker_threads');

const file = process.env.BENCH_MEMORY_FILE;
if (file) {
  const channel = new BroadcastChannel('memory');
  if (isMainThread) answerSignals(channel);
  else answerMainThread(channel);
  // It keeps no thread from ending.
  channel.unref();
}

function answerMainThread(channel) {
  channel.addEventListener('message', ({ data }) => {
    if (data === 'measure') channel.postMessage({ threadId, live: measureLive() }, []);
  });
  channel.postMessage({ threadId }, []);
}

function answerSignals(channel) {
  const threads = new Map();
  channel.addEventListener('message', ({ data }) => {
    threads.set(data.threadId, data.live);
    if (data.live !== undefined) writeWhenAllHave(threads);
  });
  process.on('SIGUSR2', () => {
    for (const thread of threads.keys()) threads.set(thread, undefined);
    threads.set(threadId, measureLive());
    channel.postMessage('measure', []);
    writeWhenAllHave(threads);
  });
}

function writeWhenAllHave(threads) {
  const lives = [...threads.values()];
  if (lives.includes(undefined)) return;
  writeFileSync(`${file}.new`, String(lives.reduce((sum, live) => sum + live, 0)));
  renameSync(`${file}.new`, file);
}

function measureLive() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
