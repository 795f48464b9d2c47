/** Event classes. The host numbers them; this cache saves asking for recently used ones. */
import { classOf } from './host';
import * as layout from './layout';

// Layout of a slot: u32 each.
const SCHEMA: usize = 0;
const LEVEL: usize = 4;
const COMPONENT: usize = 8;
const TEMPLATE: usize = 12;
/** The class plus 1; 0 if the slot is free. */
const CLASS: usize = 16;
const PLACE: usize = 20;

/** Must be called when texts are renumbered, because components are stored by text number. */
export function forgetClasses(): void {
  memory.fill(layout.RECENT_CLASSES, 0, <usize>layout.RECENT_CLASSES_MAX * PLACE);
}

/** The host's number for the class. */
export function classAt(fieldSchema: i32, level: i32, component: i32, template: i32): i32 {
  let hash = <u32>template * 0x9e3779b1;
  hash = (hash ^ (hash >> 15) ^ <u32>component) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13) ^ ((<u32>level) << 8) ^ <u32>fieldSchema) * 0xc2b2ae35;
  const place = layout.RECENT_CLASSES + <usize>((hash >> 16) & (layout.RECENT_CLASSES_MAX - 1)) * PLACE;
  const known = load<u32>(place, CLASS);
  if (
    known != 0 &&
    load<i32>(place, TEMPLATE) == template &&
    load<i32>(place, LEVEL) == level &&
    load<i32>(place, SCHEMA) == fieldSchema &&
    load<i32>(place, COMPONENT) == component
  )
    return <i32>known - 1;
  const made = classOf(fieldSchema, level, component, template);
  store<i32>(place, fieldSchema, SCHEMA);
  store<i32>(place, level, LEVEL);
  store<i32>(place, component, COMPONENT);
  store<i32>(place, template, TEMPLATE);
  store<u32>(place, <u32>made + 1, CLASS);
  return made;
}
