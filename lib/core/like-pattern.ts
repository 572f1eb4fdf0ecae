/** A pattern for ILIKE that takes what was typed literally. Postgres knows no NUL character, so none can be found. */
export function containing(typed: string): string {
  return `%${typed.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
}
