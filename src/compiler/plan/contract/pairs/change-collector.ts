import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';
import { pick, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import { appendPointer, splitPointer } from '#source/place.ts';
import type { Action, ChangedLimit } from '../../change.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { asCode } from '#compiled/names/code-in-text.ts';
import type { ContractChange } from '../contract-change.ts';
import { compatibilityOf, type ContractChangeId } from '../contract-change-kinds.ts';
import { asWidened, compareAsText, isAlarm } from '../sent-as-text/compare-as-text.ts';
import {
  evaluateTexts,
  reportRefused,
  type TextPair,
  type TextVerdict,
} from '../sent-as-text/find-refused.ts';
import type { ListWriting } from '../sent-as-text/list-writing.ts';
import type { FieldWriting } from '../sent-as-text/sent-value.ts';
import { pointerOf, type Direction } from '../keywords/facts/schema-fact.ts';
import type { SchemaComparer } from '../schemas/schema-comparer.ts';
import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import { mayBeBytes } from '../keywords/representation.ts';
import { isRequired } from '../keywords/property-facts.ts';

interface FoundChange {
  readonly id: ContractChangeId;
  readonly action: Action;
  readonly path: string;
  /** Whether the change concerns a call that the API makes. Its kind is named after the part of that call. */
  readonly isCallback?: boolean;
  /** The step from the compared schema to the change. */
  readonly step?: string;
  /** Distinguishes changes of one kind at the same location. */
  readonly of?: string;
  /** The part of the value at the path that changes: `maxLength`; absent if the whole value changes. */
  readonly part?: string;
  /** The end of a sentence, without a full stop: `was removed`. */
  readonly what: string;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  readonly limit?: ChangedLimit;
  readonly at: { readonly base?: string; readonly head?: string };
}

interface SchemaPair {
  readonly base: SchemaNode;
  readonly head: SchemaNode;
  readonly direction: Direction;
  /** How lists are written, if the values are sent as text. */
  readonly lists?: ListWriting | undefined;
  /** Whether an empty text is never sent, or always accepted. */
  readonly ignoresEmpty?: boolean | undefined;
  /**
   * The declarations of values that are sent as text: the value itself, or the fields of a form, by the step to the
   * schema.
   */
  readonly texts?: ReadonlyMap<string, TextPair> | undefined;
  /** Whether every request contains the value, so that its default has no effect. */
  readonly isAlwaysSent?: boolean | undefined;
  /** Whether the value is never read, so that its schemas are documentation. */
  readonly isUnread?: boolean | undefined;
  /** Whether the values are sent as XML; otherwise the keyword `xml` has no effect. */
  readonly isXml?: boolean | undefined;
  /** By field of a form: how lists are written, and whether empty texts need no comparison. */
  readonly listsOf?: ((step: string) => FieldWriting) | undefined;
  /** Whether the value at a path below the schema may be sent as bytes, which no schema describes. */
  readonly mayHoldBytes?: ((below: string) => boolean) | undefined;
}

interface Entangled {
  readonly direction: Direction;
  readonly at: { readonly base: string; readonly head: string };
}

interface CollectedChange extends FoundChange {
  readonly operations: Set<string>;
  /** The first operation by name, whose path the change shows, so that the order of the documents does not matter. */
  readonly first: string | undefined;
}

/**
 * The maximum number of subschemas that cannot be compared; then the comparison of the schema ends, since the reports
 * suffice.
 */
const maxEntangled = 3;

/** Collects changes. A change at one location that affects several operations becomes one change. */
export class ChangeCollector {
  readonly #comparer: SchemaComparer;
  readonly #documents: { readonly base: OpenapiDocument; readonly head: OpenapiDocument };
  readonly #changes = new Map<string, CollectedChange>();

  constructor(comparer: SchemaComparer, base: OpenapiDocument, head: OpenapiDocument) {
    this.#comparer = comparer;
    this.#documents = { base, head };
  }

  /** Adds a change that affects an operation, or no operation if it is undefined. */
  add(operation: string | undefined, change: FoundChange): void {
    const { id, at, before, after, step = '', of = '' } = change;
    const places = [at.base ?? '', at.head ?? ''];
    const effect = compatibilityOf(id, change.isCallback ?? false);
    const key = canonicalJson([id, effect, ...places, before ?? null, after ?? null, step, of]);
    const known = this.#changes.get(key);
    const { operations = new Set<string>(), first = operation } = known ?? {};
    if (operation !== undefined) operations.add(operation);
    const precedes = operation !== undefined && first !== undefined && operation < first;
    const shown = known && !precedes ? known : change;
    this.#changes.set(key, { ...shown, operations, first: precedes ? operation : first });
  }

  /** Compares two schemas and all their subschemas, and adds the changes. */
  addSchemas(
    operation: string,
    path: string,
    {
      base,
      head,
      direction,
      lists,
      ignoresEmpty = false,
      isAlwaysSent = false,
      isUnread,
      isXml,
      listsOf,
      mayHoldBytes,
      texts,
    }: SchemaPair,
  ): void {
    const alarms = new Set<string>();
    const verdicts = new Map<string, TextVerdict>();
    const verdictOf = (step: string, pair: TextPair) => {
      const verdict = verdicts.get(step) ?? this.#evaluate(pair, direction);
      verdicts.set(step, verdict);
      return verdict;
    };
    const verdictAt = (below: string) => {
      for (const [step, pair] of texts ?? [])
        if (below === step || below.startsWith(`${step}/`)) return verdictOf(step, pair);
      return undefined;
    };
    const seen = new Set<string>();
    let entangled = 0;
    const waiting = [{ base, head, below: '', isSent: isAlwaysSent, writing: lists, ignoresEmpty }];
    for (const { base: old, head: now, below, isSent, writing, ignoresEmpty: ignores } of waiting) {
      const key = `${old.id} ${now.id} ${isSent} ${writing} ${ignores}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const found = this.#comparer.differenceWithin(old, now, direction);
      if (!found) {
        const at = { base: pointerOf(old), head: pointerOf(now) };
        this.addEntangled(operation, joinPath(path, below), { direction, at });
        if ((entangled += 1) < maxEntangled) continue;
        break;
      }
      const { all, children } =
        writing && writing !== 'form'
          ? compareAsText(found, {
              base: old,
              head: now,
              direction,
              lists: writing,
              ignoresEmpty: ignores,
              isRefused: () => verdictAt(below)?.refused !== undefined,
            })
          : found;
      const isBytes = mayHoldBytes?.(below) === true && mayBeBytes(old) && mayBeBytes(now);
      const widens = all.some(isAlarm) && verdictAt(below)?.isAccepted === true;
      const relaxed = widens ? all.map(asWidened({ direction })) : all;
      for (const fact of isBytes ? relaxed.filter(({ id }) => id === 'documentation-changed') : relaxed) {
        const isDefault = isSent && fact.id === 'request-default-changed';
        const isIdle = isUnread === true || isDefault || (fact.of === 'xml' && !isXml);
        const id = isIdle ? 'documentation-changed' : fact.id;
        if (isAlarm({ id })) alarms.add(below + fact.step);
        this.add(operation, { ...fact, id, path: joinPath(path, below + fact.step) });
      }
      for (const child of children) {
        const { base: before, head: after, step } = child;
        const isNeeded =
          step === ''
            ? isSent
            : leadsToRequired(step, old, direction) || leadsToRequired(step, now, direction);
        const ofField = writing === 'form' && step !== '' ? listsOf?.(step) : undefined;
        const ofMember = ofField ? ofField.lists : writing && writingBelow(writing, old, now);
        waiting.push({
          base: before,
          head: after,
          below: below + step,
          isSent: isNeeded,
          writing: step === '' ? writing : ofMember,
          ignoresEmpty: step === '' ? ignores : ofField?.ignoresEmpty === true,
        });
      }
    }
    for (const [step, pair] of texts ?? [])
      if (!isUnread && !hasAlarm(alarms, step)) {
        const { refused } = verdictOf(step, pair);
        if (refused !== undefined)
          this.add(operation, { ...reportRefused(pair, refused, direction), path: joinPath(path, step) });
      }
  }

  #evaluate(pair: TextPair, direction: Direction): TextVerdict {
    if (this.#comparer.isUnchanged(pair.base.schema, pair.head.schema))
      return { refused: undefined, isAccepted: false };
    return evaluateTexts(pair, direction);
  }

  /** Adds a change for parts that cannot be compared. It counts as breaking until someone approves it. */
  addEntangled(operation: string, path: string, { direction, at }: Entangled): void {
    const { base, head } = this.#documents;
    this.add(operation, {
      id: `${direction}-constraint-changed`,
      action: 'change',
      path,
      what: 'combines schemas through allOf, anyOf and oneOf in too many ways to be compared, so it counts as breaking',
      before: digestOf(canonicalJson(base.root)),
      after: digestOf(canonicalJson(head.root)),
      at,
    });
  }

  /** Compares documentation. */
  addDocumentation(operation: string | undefined, path: string, base: Documented, head: Documented): void {
    const names = Object.keys({ ...base.documentation, ...head.documentation })
      .filter((name) => !sameJson(pick(base.documentation, [name]), pick(head.documentation, [name])))
      .toSorted();
    if (names.length === 0) return;
    this.add(operation, {
      id: 'documentation-changed',
      action: 'change',
      path,
      part: names.join(', '),
      what: 'changed',
      before: pick(base.documentation, names),
      after: pick(head.documentation, names),
      at: { base: placeOf(base, names), head: placeOf(head, names) },
    });
  }

  /** All changes, in the order in which they were found. */
  get all(): readonly ContractChange[] {
    return [...this.#changes.values()].map((change) => {
      const {
        id,
        isCallback = false,
        action,
        path,
        of = '',
        part = '',
        what,
        before,
        after,
        limit,
        at,
      } = change;
      const operations = [...change.operations].toSorted();
      const subjects = [describeOperations(operations), showPath(path), part].filter((one) => one !== '');
      return {
        id,
        compatibility: compatibilityOf(id, isCallback),
        action,
        path: joinPath(path, of),
        message: `${subjects.join(': ')} ${what}.`.trimStart(),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
        ...(limit && { limit }),
        at: {
          ...(at.base !== undefined && { base: this.#documents.base.nearestPointer(at.base) }),
          ...(at.head !== undefined && { head: this.#documents.head.nearestPointer(at.head) }),
        },
        operations,
      };
    });
  }
}

/** Whether a potentially breaking change was found at or below a step. */
function hasAlarm(alarms: ReadonlySet<string>, step: string): boolean {
  return [...alarms].some((path) => path === step || path.startsWith(`${step}/`));
}

function writingBelow(lists: ListWriting, { flat: old }: SchemaNode, { flat: now }: SchemaNode): ListWriting {
  const [wasList, isList] = [old.types.has('array'), now.types.has('array')];
  if (wasList !== isList && lists === 'joined') return 'only item';
  return wasList || isList ? 'item' : 'member';
}

/** Whether a step from a schema leads to a required property. */
function leadsToRequired(step: string, { flat }: SchemaNode, direction: Direction): boolean {
  return isRequired(splitPointer(step)[0] ?? '', direction, flat);
}

interface Documented {
  readonly documentation: JsonObject;
  readonly pointer: string;
}

/** The pointer of the changed member if there is only one; otherwise that of the object. */
function placeOf({ documentation, pointer }: Documented, [name, ...others]: readonly string[]): string {
  const isOnlyMember = name !== undefined && others.length === 0 && Object.hasOwn(documentation, name);
  return isOnlyMember ? appendPointer(pointer, name) : pointer;
}

function joinPath(path: string, below: string): string {
  return [path, below].filter((part) => part !== '').join(' ');
}

/** Formats the end of a path as code if it contains a name pattern, which may hold any characters. */
function showPath(path: string): string {
  return path.replace(/(?<= )\/(?:[^ ]*\/)?\{[^]*\}[^]*$/, asCode);
}

function describeOperations([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
