/** Makes a pattern for ILIKE that finds the typed text literally. NUL is removed, since Postgres stores none. */
export function containing(typed: string): string {
  return `%${typed.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
}
