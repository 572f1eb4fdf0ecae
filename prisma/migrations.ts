import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const defaultFolder = path.join(import.meta.dirname, 'migrations')

/** A line that stands for the text of a file below prisma/sql, as psql reads it. */
const include = /^\\ir (\S+)\n/gm

export type Migration = { readonly name: string; readonly script: string }

/** Returns the migrations of a folder in the order of their names, each with the text of the files that it includes. */
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

/** Replaces each include of a script by the file's text. @param read gets a path from the folder of the migrations */
export function withFiles(script: string, read: (file: string) => string): string {
  return script.replace(include, (_, file: string) => read(file))
}
