import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ask } from './command.mjs'
import { findProgram, programsFolder } from './find.mjs'

/**
 * Lets something be brought into a folder of the project: into a new one first, which gets its name only when it is whole. What
 * breaks off half-way is gone at the next start, which tries again.
 * @param {string} name
 * @param {string} dataDir
 * @param {(folder: string) => string | undefined} bring fills the folder, or says why it could not
 * @param {() => boolean} isThere
 * @returns {string | undefined} why it is not there
 */
export function keepFolder(name, dataDir, bring, isThere) {
  const programs = programsFolder(dataDir)
  mkdirSync(programs, { recursive: true })
  removeLeftovers(programs)
  const fresh = path.join(programs, `.new-${process.pid}`)
  const kept = path.join(programs, name)
  try {
    mkdirSync(fresh)
    const reason = bring(fresh)
    if (reason !== undefined) return reason
    // Another start may have been quicker, and runs it already.
    if (isThere()) return undefined
    rmSync(kept, { recursive: true, force: true })
    renameSync(fresh, kept)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * Keeps a folder whose `bin` has a program that runs here.
 * @param {import('./needed.mjs').Program} program
 * @param {string} dataDir
 * @param {(folder: string) => string | undefined} bring
 * @returns {string | undefined} why it is not there
 */
export function keepProgram(program, dataDir, bring) {
  return keepFolder(
    program.names[0],
    dataDir,
    (folder) => bring(folder) ?? tryProgram(program, path.join(folder, 'bin')),
    () => findProgram(program.names, dataDir) !== undefined,
  )
}

/** What a start left that was killed half-way: its name has the process that made it. */
function removeLeftovers(programs) {
  for (const name of readdirSync(programs)) {
    const [, pid] = /^\.new-(\d+)$/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    rmSync(path.join(programs, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function tryProgram({ names, versionArgs }, directory) {
  const file = names.map((name) => path.join(directory, name)).find((one) => existsSync(one))
  if (file === undefined) return `there is no ${names[0]} in what came`
  const tried = ask(file, versionArgs)
  return tried.fails ? `it does not run here: ${tried.reason}` : undefined
}
