import { ChangeCollector } from './change-collector.ts';
import { compatibilityOf } from './contract-change-kinds.ts';

/** Passes on the changes that break callers, and no others. */
export class BreakingChanges extends ChangeCollector {
  readonly #target: ChangeCollector;

  constructor(target: ChangeCollector, ...compared: ConstructorParameters<typeof ChangeCollector>) {
    super(...compared);
    this.#target = target;
  }

  override add(...[operation, change]: Parameters<ChangeCollector['add']>): void {
    if (compatibilityOf(change.id, change.isCallback ?? false) === 'breaking')
      this.#target.add(operation, change);
  }
}
