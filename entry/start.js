import { runModule } from './run-module.js';

const ports =
  'The ports are declared: those of the gateway in gateway.config.yaml, those of the services as `endpoints` in examples/apis.\n';

/** What `npm start` runs: the example services, and a gateway before them. */
function start([given]) {
  if (given === '--help') {
    process.stdout.write(
      `npm start runs the example services and a gateway. It takes no arguments. ${ports}`,
    );
  } else if (given === undefined) {
    void runModule(new URL('../examples/start.ts', import.meta.url), {
      first: 'Starting the example services and the gateway …\n',
    });
  } else {
    process.stderr.write(`error: npm start takes no arguments, and was given ${given}.\nhelp: ${ports}`);
    process.exitCode = 2;
  }
}

start(process.argv.slice(2));
