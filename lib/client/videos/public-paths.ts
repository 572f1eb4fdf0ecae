export function dancerPath(username: string): string {
  return `/dancer/${encodeURIComponent(username)}`
}
