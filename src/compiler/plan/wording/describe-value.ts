import { isJsonObject, type Json } from '../../../compiled/json.ts';
import { describeDuration, describeSize } from './describe-quantity.ts';

/**
 * A setting for people, without credentials: the unit that its name ends in is spelled out, a secret is named by where
 * it is read from.
 */
export function describeValue(name: string, value: Json | undefined): string {
  if (value === undefined) return 'none';
  if (typeof value === 'number') return describeNumber(name, value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return describeList(name, value);
  if (isJsonObject(value)) return describeObject(value);
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function describeNumber(name: string, value: number): string {
  if (name.endsWith('Ms')) return describeDuration(value);
  if (name.endsWith('Seconds')) return describeDuration(value * 1000);
  return name.endsWith('Bytes') ? describeSize(value) : String(value);
}

function describeList(name: string, items: readonly Json[]): string {
  if (items.length === 0) return 'none';
  const separator = items.some(isJsonObject) ? '; ' : ', ';
  return items.map((item) => describeValue(name, item)).join(separator);
}

function describeObject(value: { readonly [name: string]: Json }): string {
  if (typeof value['fromEnv'] === 'string') return `env ${value['fromEnv']}`;
  if (typeof value['fromFile'] === 'string') return `file ${value['fromFile']}`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => `${name} ${describeValue(name, member)}`).join(', ');
}
