/** Returns `@username`, or '' if it repeats the name. */
export function handleBeside(name: string, username: string): string {
  return name.toLowerCase() === username.toLowerCase() ? '' : `@${username}`
}
