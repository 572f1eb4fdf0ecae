import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type SourceFile = {
  readonly name: string
  readonly text: string
  readonly imports: readonly string[]
  /** Loaded with the file: without type imports and `import()`. */
  readonly loads: readonly string[]
  /** Loaded by `import()`. */
  readonly later: readonly string[]
}

const root = path.resolve(import.meta.dirname, '../..')
const code = /\.(ts|tsx|mjs)$/

/** Tracked and new files, without generated code. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n'))]
    .filter((name) => code.test(name))
    .flatMap((name) => {
      const text = readIfThere(path.join(root, name))
      if (text === null) return []
      const found = importsOf(name, text)
      const loads = found.filter(({ isType, isLater }) => !isType && !isLater).map(({ file }) => file)
      const later = found.filter(({ isLater }) => isLater).map(({ file }) => file)
      return [{ name, text, imports: found.map(({ file }) => file), loads, later }]
    })
}

/** A file deleted but not yet committed is still listed. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const specifier =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g

const typesAlone = /^\s*(?:import|export)\s+(?:type\s|\{(?:\s*type\s[^,}]+,?)+\s*\})/

/** Own files by path from the root, packages by name. */
function importsOf(name: string, text: string): { file: string; isType: boolean; isLater: boolean }[] {
  return [...text.matchAll(specifier)].map((match) => {
    const given = match[1] ?? match[2] ?? match[3] ?? ''
    return { file: fileOf(name, given), isType: typesAlone.test(match[0]), isLater: match[2] !== undefined }
  })
}

function fileOf(importer: string, given: string): string {
  if (given.startsWith('#')) return given.slice(1)
  if (given.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(importer), given))
  return given
}

export function isIn(folder: string, name: string): boolean {
  return name.startsWith(`${folder}/`)
}

/** The files and everything that they load. */
export function loadedWith(files: ReadonlyMap<string, SourceFile>, names: readonly string[]): SourceFile[] {
  const found = new Set(names)
  for (const name of found) for (const one of files.get(name)?.loads ?? []) if (files.has(one)) found.add(one)
  return [...found].flatMap((name) => files.get(name) ?? [])
}
