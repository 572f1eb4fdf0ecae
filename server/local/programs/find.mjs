// Needs no packages and runs on Node 20, for the first start.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

export const dataFolder = () => path.resolve(root, process.env.NGOMA_DATA_DIR || '.local')

export const programsFolder = (dataDir) => path.join(dataDir, 'programs')

/**
 * Returns a program's file, from the PATH, /usr/sbin, or the folders of `ensureProgram`.
 * @param {readonly string[]} names or files, preferred first
 * @param {string} [dataDir]
 * @returns {string | undefined}
 */
export function findProgram(names, dataDir = dataFolder()) {
  // /usr/sbin is Debian's place for nginx.
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', ...brought(dataDir)]
  return names.flatMap((name) => directories.map((place) => path.resolve(place, name))).find(isProgram)
}

function brought(dataDir) {
  const folder = programsFolder(dataDir)
  if (!existsSync(folder)) return []
  // A leading dot marks an incomplete folder.
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  return names.map((name) => path.join(folder, name, 'bin'))
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
