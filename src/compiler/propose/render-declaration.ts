import { dirname, relative } from 'node:path/posix';
import { Document, isScalar, visit } from 'yaml';
import { kebabCase, type Kind } from '#compiler/declaration/kinds.ts';
import type { PlainObject } from '#compiler/edit/text-layout.ts';

/** A declaration to be added, and the file for it, relative to the root. */
export interface NewDeclaration {
  readonly declaration: PlainObject & { readonly kind: Kind };
  readonly file: string;
  /** One-line comments, each above the top-level field of that name. */
  readonly comments?: Readonly<Record<string, string>>;
}

/** Renders a declaration as a document of its file; `schemas` are the files that contain schemas for editors. */
export function renderDeclaration(
  { declaration, file, comments = {} }: NewDeclaration,
  schemas: ReadonlySet<string>,
): string {
  const document = new Document(declaration);
  visit(document, {
    Pair: (_, { key }, path) => {
      const comment = path.length === 2 && isScalar(key) ? comments[String(key.value)] : undefined;
      if (comment !== undefined && isScalar(key)) key.commentBefore = ` ${comment}`;
    },
  });
  return schemaLine(declaration.kind, file, schemas) + document.toString({ lineWidth: 0 });
}

/** The comment by which editors find the schema; empty if the schemas are not where `gatewright init` writes them. */
function schemaLine(kind: Kind, file: string, schemas: ReadonlySet<string>): string {
  const schema = `schemas/${schemaFileOf(kind)}`;
  if (!schemas.has(schema)) return '';
  return `# yaml-language-server: $schema=${relative(dirname(file), schema)}\n`;
}

/** The file of the JSON Schema of a kind: `identity-provider.schema.json`. */
export function schemaFileOf(kind: Kind): string {
  return `${kebabCase(kind)}.schema.json`;
}
