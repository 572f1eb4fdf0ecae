// Finds programs that are no npm packages: redis-server, and for the tests Chromium, nginx and PgBouncer. Like all of this folder
// it needs no package and runs on Node 20, because the first start has nothing else.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of everything that lasts between two starts. */
export const dataFolder = () => path.resolve(root, process.env.NGOMA_DATA_DIR || '.local')

/** The folder of programs brought for this project alone: each has a folder, whose `bin` has what can be run. */
export const programsFolder = (dataDir) => path.join(dataDir, 'programs')

/**
 * Finds one of several programs: on the PATH, where systems hide it, or among those that `ensureProgram` brought.
 * @param {readonly string[]} names or files; the preferred one comes first
 * @param {string} [dataDir]
 * @returns {string | undefined} its file
 */
export function findProgram(names, dataDir = dataFolder()) {
  // Debian keeps nginx where only root looks for programs.
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', ...brought(dataDir)]
  return names.flatMap((name) => directories.map((place) => path.resolve(place, name))).find(isProgram)
}

function brought(dataDir) {
  const folder = programsFolder(dataDir)
  if (!existsSync(folder)) return []
  // A folder whose name begins with a dot is incomplete.
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
