/** A mutation of the clean document, and exactly what all rules together say of it: `line:column code`. */
export interface Breach {
  readonly replace: string;
  readonly by: string;
  readonly findings: readonly string[];
}

export const breaches: readonly Breach[] = [
  { replace: '  /dogs:', by: '  /parkDogs:', findings: ['8:3 path-snake-case'] },
];
