import { ChangeCollector } from './pairs/change-collector.ts';
import { compatibilityOf } from './contract-change-kinds.ts';
import { mayFail } from './pairs/may-fail.ts';

/** Passes on the changes by which calls may fail, and no others. */
export class BreakingChanges extends ChangeCollector {
  readonly #target: ChangeCollector;

  constructor(target: ChangeCollector, ...compared: ConstructorParameters<typeof ChangeCollector>) {
    super(...compared);
    this.#target = target;
  }

  override add(...[operation, change]: Parameters<ChangeCollector['add']>): void {
    const compatibility = compatibilityOf(change.id, change.isCallback ?? false);
    if (mayFail({ ...change, compatibility })) this.#target.add(operation, change);
  }
}
