import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Links all programs of the PATH except these. @returns the directory of links, to replace the PATH */
export function pathWithout(names: readonly string[], directory: string): string {
  const files = new Map<string, string>()
  for (const place of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of listed(place)) if (!files.has(name)) files.set(name, path.join(place, name))
  }
  mkdirSync(directory)
  for (const [name, file] of files) {
    if (!names.includes(name)) symlinkSync(file, path.join(directory, name))
  }
  return directory
}

function listed(place: string): string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}
