#!/usr/bin/env node
import { processIo } from './io.ts';
import { runCommandLine } from './run-command-line.ts';

const exitCode = await runCommandLine(process.argv.slice(2), processIo());
// Output that could not be written has set one already.
process.exitCode ??= exitCode;
