import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { appendPointer, placeOf, type Place } from '../../../source/place.ts';
import type { Finding } from '../../workspace/finding.ts';
import {
  componentSection,
  memberShape,
  type MemberShape,
  type NodeType,
} from '../../workspace/openapi-grammar.ts';
import { ComponentNames } from './component-names.ts';
import { cycleOf, resolveReference, type ReferenceProblem, type RootOf } from './resolve-reference.ts';

export interface Bundle {
  /** The document, with references into other files bundled in and its own kept. */
  readonly contract: JsonObject;
  /** Where each object of the contract that was moved stands in the sources; the root too. */
  readonly origins: ReadonlyMap<object, Place>;
  /** Files that must be read before the bundle is whole. */
  readonly needs: ReadonlySet<string>;
  readonly findings: readonly (Finding & Pick<ReferenceProblem, 'code'>)[];
}

/** Bundles the document at the root of `file`; call again once what it `needs` was read. */
export function bundle(root: JsonObject, file: string, openapi: string, rootOf: RootOf): Bundle {
  return new Bundler(file, openapi, rootOf).run(root);
}

type Target = { readonly target: Place; readonly value: unknown };

class Bundler {
  readonly #file: string;
  readonly #openapi: string;
  readonly #rootOf: RootOf;
  readonly #names = new ComponentNames();
  readonly #origins = new Map<object, Place>();
  readonly #needs = new Set<string>();
  readonly #findings = new Map<string, Bundle['findings'][number]>();
  /** The pointer in the contract of what stands in another file, by `file#pointer`. */
  readonly #homes = new Map<string, string>();
  readonly #unwritten: { section: readonly string[]; name: string; type: NodeType; target: Target }[] = [];
  /** The references that are being replaced by their targets just now. */
  readonly #inlining: string[] = [];

  constructor(file: string, openapi: string, rootOf: RootOf) {
    this.#file = file;
    this.#openapi = openapi;
    this.#rootOf = rootOf;
  }

  run(root: JsonObject): Bundle {
    const place = { file: this.#file, document: 0, pointer: '' };
    this.#findHomes(root, 'Document', place, '');
    const contract = this.#copyNode(root, 'Document', place, '') as JsonObject;
    this.#origins.set(contract, place);
    this.#writeComponents(contract);
    return { contract, origins: this.#origins, needs: this.#needs, findings: [...this.#findings.values()] };
  }

  /** Components that are only a reference into another file become the home of what it leads to. */
  #findHomes(node: JsonObject, type: NodeType, place: Place, pointer: string): void {
    for (const [key, member] of Object.entries(node)) {
      const shape = memberShape(type, key);
      if (shape?.as === 'map' && componentSection(shape.type, this.#openapi)?.at(-1) === key) {
        this.#findHomesIn(member, shape.type, placeOf(place, key), appendPointer(pointer, key));
      } else if (shape?.type === 'Components') {
        const components = this.#followWhole(member, placeOf(place, key));
        if (components && isJsonObject(components.value)) {
          this.#findHomes(components.value, 'Components', components.target, appendPointer(pointer, key));
        }
      }
    }
  }

  #findHomesIn(section: unknown, type: NodeType, place: Place, pointer: string): void {
    const entries = this.#followWhole(section, place);
    if (!entries || !isJsonObject(entries.value)) return;
    for (const [name, entry] of Object.entries(entries.value)) {
      this.#names.reserve(sectionName(componentSection(type, this.#openapi)), name);
      const home = appendPointer(pointer, name);
      this.#setHome(placeOf(entries.target, name), home);
      const target = isOnlyReference(entry) ? this.#follow(entry, placeOf(entries.target, name)) : undefined;
      if (target) this.#setHome(target.target, home);
    }
  }

  #setHome(place: Place, pointer: string): void {
    const key = keyOf(place);
    if (place.file !== this.#file && !this.#homes.has(key)) this.#homes.set(key, pointer);
  }

  #followWhole(value: unknown, place: Place): Target | undefined {
    return isReference(value) ? this.#follow(value, place) : { target: place, value };
  }

  #copyNode(value: unknown, type: NodeType, place: Place, pointer: string): Json {
    if (type === 'SchemaName') return this.#copySchemaName(value, place);
    if (!isJsonObject(value)) return value as Json;
    if (isReference(value)) return this.#copyReference(value, type, place, pointer);
    return this.#copyMembers(value, type, place, pointer);
  }

  #copyMembers(value: JsonObject, type: NodeType, place: Place, pointer: string): JsonObject {
    const members = Object.keys(value)
      .toSorted()
      .map((key) => [
        key,
        this.#copyMember(value[key], memberShape(type, key), placeOf(place, key), pointer, key),
      ]);
    return Object.fromEntries(members) as JsonObject;
  }

  #copyMember(
    value: unknown,
    shape: MemberShape | undefined,
    place: Place,
    parent: string,
    key: string,
  ): Json {
    if (!shape) return value as Json;
    const pointer = appendPointer(parent, key);
    if (shape.as === 'list' && Array.isArray(value)) {
      return value.map((item, index) =>
        this.#copyNode(item, shape.type, placeOf(place, index), appendPointer(pointer, index)),
      );
    }
    if (shape.as === 'map' && isJsonObject(value)) return this.#copyMap(value, shape.type, place, pointer);
    if (Array.isArray(value) && shape.type === 'Schema') {
      return this.#copyMember(value, { ...shape, as: 'list' }, place, parent, key);
    }
    return this.#copyNode(value, shape.type, place, pointer);
  }

  #copyMap(value: JsonObject, type: NodeType, place: Place, pointer: string): Json {
    if (isReference(value)) {
      return this.#inline(value, place, (target, at) =>
        isJsonObject(target) ? this.#copyMap(target, type, at, pointer) : (target as Json),
      );
    }
    const entries = Object.keys(value)
      .toSorted()
      .map((name) => {
        const at = placeOf(place, name);
        return [name, this.#copyNode(value[name], type, at, appendPointer(pointer, name))];
      });
    return Object.fromEntries(entries) as JsonObject;
  }

  #copyReference(value: Reference, type: NodeType, place: Place, pointer: string): Json {
    const section = componentSection(type, this.#openapi);
    if (!section) return this.#copyInlined(value, type, place, pointer);
    const found = this.#follow(value, place);
    if (!found) return value;
    if (this.#homes.get(keyOf(found.target)) === pointer)
      return this.#copyInlined(value, type, place, pointer);
    const beside = this.#copyMembers(value, type, place, pointer);
    const isOwn = found.target.file === this.#file;
    return {
      ...beside,
      $ref: isOwn ? toReference(found.target.pointer) : this.#pointerTo(found, type, section),
    };
  }

  /** Replaces a reference by what it leads to; what stands beside the `$ref` wins, as OpenAPI has it for paths. */
  #copyInlined(value: Reference, type: NodeType, place: Place, pointer: string): Json {
    return this.#inline(value, place, (target, at) => {
      const copy = this.#copyNode(target, type, at, pointer);
      if (!isJsonObject(copy)) return copy;
      const { $ref: _, ...beside } = value;
      return { ...copy, ...beside };
    });
  }

  #inline(value: Reference, place: Place, copy: (target: unknown, at: Place) => Json): Json {
    const found = this.#follow(value, place);
    if (!found) return value;
    const key = keyOf(found.target);
    if (this.#inlining.includes(key)) {
      this.#report(placeOf(place, '$ref'), cycleOf(value.$ref));
      return value;
    }
    this.#inlining.push(key);
    const copied = copy(found.value, found.target);
    this.#inlining.pop();
    if (isJsonObject(copied)) this.#origins.set(copied, found.target);
    return copied;
  }

  /** The pointer, in the contract, of something from another file; what has no home there gets one. */
  #pointerTo(found: Target, type: NodeType, section: readonly string[]): string {
    const key = keyOf(found.target);
    const known = this.#homes.get(key);
    if (known !== undefined) return toReference(known);
    const name = this.#names.choose(sectionName(section), found.target);
    const home = appendPointer('', ...section, name);
    this.#homes.set(key, home);
    this.#unwritten.push({ section, name, type, target: found });
    return toReference(home);
  }

  #copySchemaName(value: unknown, place: Place): Json {
    const isName = typeof value !== 'string' || !/[#/]|\.(ya?ml|json)$/.test(value);
    if (isName) return value as Json;
    const found = this.#resolve(value, place);
    const section = componentSection('Schema', this.#openapi);
    if (!found || !section) return value;
    return found.target.file === this.#file
      ? toReference(found.target.pointer)
      : this.#pointerTo(found, 'Schema', section);
  }

  /** Copies what was given a name; that may name more. */
  #writeComponents(contract: JsonObject): void {
    for (let next = this.#unwritten.shift(); next; next = this.#unwritten.shift()) {
      const { section, name, type, target } = next;
      const pointer = appendPointer('', ...section, name);
      const copied = this.#copyNode(target.value, type, target.target, pointer);
      if (isJsonObject(copied)) this.#origins.set(copied, target.target);
      let holder = contract as Record<string, Json>;
      for (const key of section) holder = (holder[key] ??= {}) as Record<string, Json>;
      holder[name] = copied;
    }
  }

  /** Where a reference leads, and that it does not lead back to itself. */
  #follow(value: Reference, place: Place): Target | undefined {
    const found = this.#resolve(value.$ref, placeOf(place, '$ref'));
    const seen = new Set<string>([keyOf(place)]);
    for (let next = found; next && isReference(next.value);) {
      const key = keyOf(next.target);
      if (seen.has(key)) {
        this.#report(placeOf(place, '$ref'), cycleOf(value.$ref));
        return undefined;
      }
      seen.add(key);
      next = this.#resolve(next.value.$ref, placeOf(next.target, '$ref'));
    }
    return found;
  }

  #resolve(reference: string, at: Place): Target | undefined {
    const resolution = resolveReference(reference, at.file, this.#rootOf);
    if ('target' in resolution) return resolution;
    if ('needs' in resolution) this.#needs.add(resolution.needs);
    else this.#report(at, resolution.problem);
    return undefined;
  }

  #report(at: Place, problem: ReferenceProblem): void {
    this.#findings.set(`${keyOf(at)} ${problem.code}`, { at, ...problem });
  }
}

/** A pointer as the fragment of a URL (RFC 6901 section 6). */
function toReference(pointer: string): string {
  return `#${encodeURI(pointer)}`;
}

type Reference = JsonObject & { readonly $ref: string };

function isReference(value: unknown): value is Reference {
  return isJsonObject(value) && typeof value['$ref'] === 'string';
}

function isOnlyReference(value: unknown): value is Reference {
  return isReference(value) && Object.keys(value).length === 1;
}

function keyOf({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

function sectionName(section: readonly string[] | undefined): string {
  return (section ?? []).join('.');
}
