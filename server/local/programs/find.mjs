// Where programs are looked for that are no npm packages: redis-server, and for the tests Chromium and nginx.
// Like all of this folder it needs no package and runs on Node 20, because the first start has nothing else.
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

// Debian keeps nginx where only root looks for programs, and applications of macOS are on nobody's PATH.
const unusual = [
  '/usr/sbin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]

/** The folder of everything that lasts between two starts. */
export function dataFolder() {
  return path.resolve(root, process.env.NGOMA_DATA_DIR || '.local')
}

/**
 * The folder of the programs that were brought for this project alone: each has a folder of its own, whose `bin` has what can
 * be run.
 * @param {string} dataDir
 */
export function programsFolder(dataDir) {
  return path.join(dataDir, 'programs')
}

/**
 * Finds one of several programs: on the PATH, where systems hide it, or among those brought by `ensureProgram`.
 * @param {readonly string[]} names the one that is liked best comes first
 * @param {string} [dataDir]
 * @returns {string | undefined} its file
 */
export function findProgram(names, dataDir = dataFolder()) {
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), ...unusual, ...brought(dataDir)]
  const files = names.flatMap((name) => directories.map((directory) => path.join(directory, name)))
  return files.find(isProgram)
}

/**
 * The `bin` of each program that was brought.
 * @param {string} dataDir
 */
function brought(dataDir) {
  const folder = programsFolder(dataDir)
  try {
    // Those that begin with a dot are not whole yet.
    const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
    return names.map((name) => path.join(folder, name, 'bin'))
  } catch {
    return []
  }
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
