#!/usr/bin/env node
import { processIo } from './io.ts';
import { runCommandLine } from './run-command-line.ts';

const exitCode = await runCommandLine(process.argv.slice(2), processIo());
// A failed write to standard output may already have set an exit code.
process.exitCode ??= exitCode;
