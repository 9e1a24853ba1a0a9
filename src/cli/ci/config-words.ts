import { quoteForShell } from '../arguments/quote-for-shell.ts';
import type { Checkout } from './checkout.ts';

/** ` --config FILE` for a command that runs at the root of a clone; empty where the configuration stands there. */
export function configWords({ prefix }: Checkout): string {
  return prefix === '' ? '' : ` --config ${quoteForShell(`${prefix}gateway.config.yaml`)}`;
}
