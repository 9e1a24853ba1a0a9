// Runs a program that is not a script, and reports its usage as report-usage.cjs does that of a script; it takes Linux.
const { spawn } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');

const ticksPerSecond = 100;
const child = spawn(process.argv[2], process.argv.slice(3), { stdio: 'inherit' });
let usage = '0 0';

/** The kernel forgets both once the program has ended, so that the last look counts. */
function look() {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    const microseconds = ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond;
    if (kilobytes) usage = `${kilobytes} ${microseconds}`;
  } catch {
    // It has just ended.
  }
}

const looking = setInterval(look, 10);
child.once('error', (error) => {
  throw error;
});
child.once('exit', (code) => {
  clearInterval(looking);
  process.exitCode = code ?? 2;
});
process.on('exit', () => {
  if (process.env.BENCH_USAGE_FILE) writeFileSync(process.env.BENCH_USAGE_FILE, usage);
});
