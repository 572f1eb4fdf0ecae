type SnakeCase<S extends string> = S extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : S
type Written<T> = T extends Date ? string : T
type ApiNames<T> = { [K in keyof T & string as SnakeCase<K>]: Written<T[K]> }

/** The row with keys in snake_case and times in ISO 8601. */
export function withApiNames<T extends object>(row: T): ApiNames<T> {
  const entries = Object.entries(row).map(([key, value]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(entries)
}
