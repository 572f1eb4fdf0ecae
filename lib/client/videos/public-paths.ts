/** The address of a dancer's page. */
export function dancerPath(username: string): string {
  return `/dancer/${encodeURIComponent(username)}`
}
