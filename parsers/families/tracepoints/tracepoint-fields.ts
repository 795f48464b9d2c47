/**
 * Interns the fields of tracepoints in the output: there are few field schemas, which are looked up for every
 * event.
 */
import { type FieldSchemaId, type None, none, type Output } from '../../contract.ts';
import type { Field } from './tracepoint-payload.ts';
import { withRole } from './tracepoints.ts';

export interface InternedFields {
  readonly fieldSchema: FieldSchemaId | None;
  readonly fields: ArrayLike<number>;
}

export class TracepointFields {
  /** Field schemas by event, and by type, unit and key of each field. */
  private readonly fieldSchemas = new Map<string, FieldSchemaId>();

  constructor(private readonly out: Output) {}

  intern(event: string, fields: readonly Field[]): InternedFields {
    if (fields.length === 0) return { fieldSchema: none, fields: [] };
    let name = event;
    for (const { type } of fields) name += ` ${type.type} ${type.unit ?? ''} ${type.key}`;
    let fieldSchema = this.fieldSchemas.get(name);
    if (fieldSchema === undefined) {
      fieldSchema = this.out.fieldSchema(fields.map(({ type }) => withRole(event, type)));
      this.fieldSchemas.set(name, fieldSchema);
    }
    const values = new Float64Array(fields.length);
    fields.forEach(({ value }, at) => {
      values[at] = typeof value === 'number' ? value : this.out.string(value);
    });
    return { fieldSchema, fields: values };
  }
}
