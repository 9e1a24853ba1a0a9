import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { lintTexts } from './lint-texts.ts';

/** The help of a rule's findings in the clean definition after one replacement, which must change it. */
export async function findHelp(
  rule: string,
  from: string,
  to: string,
): Promise<readonly (string | undefined)[]> {
  const text = cleanDefinition.replace(from, () => to);
  if (text === cleanDefinition) throw new Error(`The clean definition does not contain ${from}`);
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  return found.filter((one) => one.code === rule).map((one) => one.help);
}
