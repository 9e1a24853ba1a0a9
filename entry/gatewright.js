#!/usr/bin/env node
import { locateModule } from './find-problem.js';
import { runModule } from './run-module.js';

void runModule(locateModule('cli/main'));
