import { registerHooks } from 'node:module';

// The parser imports JSON as bundlers do, which Node refuses.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});

const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');

/** What GitHub finds wrong with a workflow, or with the metadata of an action. */
export function findMistakes(kind: 'workflow' | 'action', content: string): readonly string[] {
  const parse = kind === 'workflow' ? parseWorkflow : parseAction;
  const { context } = parse({ name: `${kind}.yml`, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}
