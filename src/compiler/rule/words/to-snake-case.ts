/** A name in snake_case, without accents; empty where it holds no letter and no number. `userIDs` and `CSVtoJSON` are `user_ids` and `csv_to_json`. */
export function toSnakeCase(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/([A-Z]{2,})to(?=[A-Z])/g, '$1_to_')
    .replaceAll(/([A-Z])([A-Z]+s)(?![a-z])/g, (_, first, rest) => `${first}${rest.toLowerCase()}`)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase();
}
