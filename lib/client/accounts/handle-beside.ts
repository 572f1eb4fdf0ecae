/** Returns what stands beside a name to tell its owner from others, such as `@akinyi`; '' if it would only repeat the name. */
export function handleBeside(name: string, username: string): string {
  return name.toLowerCase() === username.toLowerCase() ? '' : `@${username}`
}
