/** Arguments a person writes for a tool: are they an object, and do they fit what the tool asks for. */
import { isRecord, parse } from './toolUse';

export type ArgumentProblem =
  | { readonly kind: 'json' }
  | { readonly kind: 'object' }
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'type'; readonly name: string; readonly wanted: string }
  | { readonly kind: 'choice'; readonly name: string; readonly wanted: string };

type Schema = Readonly<Record<string, unknown>>;

export type Read =
  | { readonly value: Record<string, unknown>; readonly problem: null }
  | { readonly value: null; readonly problem: ArgumentProblem };

/** What the text says, or the first thing that is wrong with it. The server looks again, and further. */
export function readArguments(text: string, schema: Schema | null): Read {
  const value = parse(text);
  if (value === undefined) return { value: null, problem: { kind: 'json' } };
  if (!isRecord(value)) return { value: null, problem: { kind: 'object' } };
  const problem = schema === null ? null : checkObject(schema, value, '');
  return problem === null ? { value, problem } : { value: null, problem };
}

function checkObject(schema: Schema, value: Record<string, unknown>, path: string): ArgumentProblem | null {
  const known = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const name of required) {
    if (typeof name === 'string' && !(name in value)) return { kind: 'missing', name: join(path, name) };
  }
  for (const [name, each] of Object.entries(value)) {
    const wanted = known[name];
    if (isRecord(wanted)) {
      const problem = check(wanted, each, join(path, name));
      if (problem) return problem;
    } else if (schema.additionalProperties === false) return { kind: 'unknown', name: join(path, name) };
  }
  return null;
}

function check(schema: Schema, value: unknown, name: string): ArgumentProblem | null {
  const wanted = [schema.type].flat().filter((each): each is string => typeof each === 'string');
  if (wanted.length > 0 && !wanted.some((each) => isKind(each, value)))
    return { kind: 'type', name, wanted: wanted.join(' | ') };
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return { kind: 'choice', name, wanted: schema.enum.map(String).join(', ') };
  return isRecord(value) ? checkObject(schema, value, name) : null;
}

function isKind(kind: string, value: unknown): boolean {
  switch (kind) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind;
    default:
      return true;
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
