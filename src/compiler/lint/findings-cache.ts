import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { RuleSettings } from '../rule/rule-settings.ts';
import type { GatewayDeclaration } from '../declaration/gateway.ts';
import type { Definition } from '../workspace/workspace.ts';

/** What one rule has found in one declaration. */
export interface NodeFindings {
  /** The rule's number in the order of all. */
  readonly rule: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What was found in declarations and in definitions, kept for as long as they are the same objects and are linted
 * with the same settings. All lints that share a cache have the same rules.
 */
export class FindingsCache {
  #key = '';
  #settings: RuleSettings | undefined;
  #ofNodes = new WeakMap<object, readonly NodeFindings[]>();
  #ofDefinitions = new WeakMap<Definition, readonly Diagnostic[]>();

  /** The settings to lint with; what was found with others is forgotten. */
  open(gateway: GatewayDeclaration): RuleSettings {
    const key = JSON.stringify([gateway.lint, Object.keys(gateway.deployments)]);
    if (this.#settings && this.#key === key) return this.#settings;
    this.#key = key;
    this.#ofNodes = new WeakMap();
    this.#ofDefinitions = new WeakMap();
    return (this.#settings = new RuleSettings(gateway));
  }

  inNode(node: object, find: () => readonly NodeFindings[]): readonly NodeFindings[] {
    return this.#ofNodes.get(node) ?? keep(this.#ofNodes, node, find());
  }

  inDefinition(definition: Definition, find: () => readonly Diagnostic[]): readonly Diagnostic[] {
    return this.#ofDefinitions.get(definition) ?? keep(this.#ofDefinitions, definition, find());
  }
}

function keep<Key extends object, Value>(kept: WeakMap<Key, Value>, key: Key, value: Value): Value {
  kept.set(key, value);
  return value;
}
