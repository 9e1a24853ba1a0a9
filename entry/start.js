import { runModule } from './run-module.js';

/** What `npm start` runs: the example services, and a gateway before them. */
void runModule(new URL('../examples/start.ts', import.meta.url));
