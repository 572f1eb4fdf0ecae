import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const defaultFolder = path.join(import.meta.dirname, 'migrations')

/** A line that includes a file of prisma/sql, in psql's syntax. */
const include = /^\\ir (\S+)\n/gm

export type Migration = { readonly name: string; readonly script: string }

/** Returns migrations by name, with included files. */
export function readMigrations(folder = defaultFolder): Migration[] {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: path.basename(file, '.sql'),
      script: withFiles(read(file), read),
    }))
}

/** @param read gets a path from the migrations' folder */
export function withFiles(script: string, read: (file: string) => string): string {
  return script.replace(include, (_, file: string) => read(file))
}
