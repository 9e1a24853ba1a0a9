import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import type { FunctionDefinition } from '@actions/expressions/funcs/info';

/** A step of a job or of a composite action, as YAML has it. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly 'continue-on-error'?: boolean;
}

/** What became of a step. */
export interface StepResult {
  /** Its name, or the action that it uses. */
  readonly step: string;
  readonly outcome: 'success' | 'failure' | 'skipped';
  /** The output of its command; for an action its input. */
  readonly said: string;
}

export interface Run {
  readonly results: readonly StepResult[];
  /** Whether the job fails. */
  readonly isFailed: boolean;
  /** The page of the job. */
  readonly summary: string;
  /** The outputs of steps, by their ids. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface RunnerSettings {
  /** The checkout. */
  readonly cwd: string;
  /** A folder for files of the runner and the steps. */
  readonly temp: string;
  readonly env: Readonly<Record<string, string>>;
  readonly github: object;
  readonly inputs?: Readonly<Record<string, string>>;
}

interface StepState {
  outcome: StepResult['outcome'];
  outputs: Record<string, string>;
}

/** Runs the commands of steps as a runner of GitHub does; actions are taken for done. */
export async function runSteps(steps: readonly Step[], settings: RunnerSettings): Promise<Run> {
  const results: StepResult[] = [];
  const states: Record<string, StepState> = {};
  const summary = join(settings.temp, 'summary.md');
  await writeFile(summary, '', { flag: 'a' });
  let path = settings.env['PATH'] ?? '';
  let isFailed = false;
  for (const [index, step] of steps.entries()) {
    const context = {
      ...settings,
      inputs: settings.inputs ?? {},
      steps: states,
      runner: { temp: settings.temp },
    };
    const state: StepState = { outcome: 'skipped', outputs: {} };
    let said = '';
    if (isWanted(step, context, isFailed)) {
      const env = { ...settings.env, GITHUB_STEP_SUMMARY: summary, PATH: path };
      const ran = await runStep(step, context, env);
      said = ran.said;
      state.outcome = ran.code === 0 ? 'success' : 'failure';
      state.outputs = ran.outputs;
      path = [...ran.paths.toReversed(), path].join(':');
      isFailed ||= ran.code !== 0 && !step['continue-on-error'];
    }
    states[step.id ?? `step-${index}`] = state;
    results.push({ step: step.name ?? step.uses ?? '', outcome: state.outcome, said });
  }
  const outputs = Object.fromEntries(Object.entries(states).map(([id, state]) => [id, state.outputs]));
  return { results, isFailed, summary: await readFile(summary, 'utf8'), outputs };
}

interface Context {
  readonly cwd: string;
  readonly temp: string;
  readonly github: object;
  readonly inputs: object;
  readonly steps: object;
  readonly runner: object;
}

async function runStep(step: Step, context: Context, env: Readonly<Record<string, string>>) {
  if (step.run === undefined) {
    return { code: 0, said: JSON.stringify(fillAll(step.with, context)), paths: [], outputs: {} };
  }
  const folder = await mkdtemp(join(context.temp, 'step-'));
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_PATH: join(folder, 'path') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const script = join(folder, 'script.sh');
  await writeFile(script, fill(step.run, context));
  const flags = step.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
  const child = spawn('bash', [...flags, script], {
    cwd: context.cwd,
    env: { ...env, ...files, ...fillAll(step.env, context) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  const outputs = (await readLines(files.GITHUB_OUTPUT)).map((line) => line.split(/=(.*)/s, 2));
  return {
    code,
    said: out + error,
    paths: await readLines(files.GITHUB_PATH),
    outputs: Object.fromEntries(outputs) as Record<string, string>,
  };
}

async function readLines(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n').filter(Boolean);
}

/** Without a function that checks the state of the job, a step runs only if all steps before it succeeded. */
function isWanted(step: Step, context: Context, isFailed: boolean): boolean {
  const condition = (step.if ?? 'success()').replace(/^\$\{\{(.*)\}\}$/s, '$1');
  const asks = /\b(success|failure|always|cancelled)\(/.test(condition);
  const expression = asks ? condition : `success() && (${condition})`;
  return evaluate(`!!(${expression})`, context, isFailed).coerceString() === 'true';
}

function fill(template: string, context: Context): string {
  return template.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, context, false).coerceString(),
  );
}

function fillAll(values: Step['with'] = {}, context: Context): Record<string, string> {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, fill(String(value), context)] as const,
  );
  return Object.fromEntries(entries);
}

function evaluate(expression: string, context: Context, isFailed: boolean): data.ExpressionData {
  const { github, inputs, steps, runner } = context;
  const known = JSON.parse(
    JSON.stringify({ github, inputs, steps, runner }),
    data.reviver,
  ) as data.Dictionary;
  const states = { success: !isFailed, failure: isFailed, always: true, cancelled: false };
  const functions = Object.entries(states).map(([name, value]): FunctionDefinition => {
    return { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) };
  });
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, ['github', 'inputs', 'steps', 'runner'], functions).parse();
  return new Evaluator(parsed, known, new Map(functions.map((one) => [one.name, one]))).evaluate();
}
