import { type Checked, checkedSchemas } from '#compiler/declaration/checked-schemas.ts';
import { ajvForKinds } from './ajv-for-kinds.ts';

type Validators = Readonly<Record<Checked, (declaration: unknown) => boolean>>;

const ajv = ajvForKinds();

/** Whether a declaration fits the schema of its kind. */
export const validators = Object.fromEntries(
  Object.keys(checkedSchemas).map((kind) => [
    kind,
    (declaration: unknown) => ajv.validate(kind, declaration),
  ]),
) as Validators;
