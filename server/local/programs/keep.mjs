import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ask } from './command.mjs'
import { programsFolder } from './find.mjs'

/**
 * Lets a program be brought into a folder of the project: into a new folder first, where it is tried, and which gets its name
 * only then. What breaks off half-way is gone at the next start, which tries again.
 * @param {import('./needed.mjs').Program} program
 * @param {string} dataDir
 * @param {(folder: string) => string | undefined} bring fills the folder, whose `bin` then has the program, or says why it could not
 * @returns {string | undefined} why the program is not there
 */
export function keepProgram(program, dataDir, bring) {
  const programs = programsFolder(dataDir)
  mkdirSync(programs, { recursive: true })
  removeLeftovers(programs)
  const fresh = path.join(programs, `.new-${process.pid}`)
  const kept = path.join(programs, program.names[0])
  try {
    mkdirSync(fresh)
    const reason = bring(fresh) ?? tryProgram(program, path.join(fresh, 'bin'))
    if (reason !== undefined) return reason
    rmSync(kept, { recursive: true, force: true })
    renameSync(fresh, kept)
  } catch (error) {
    // Another start may have been quicker.
    if (!(error.code === 'ENOTEMPTY' || error.code === 'EEXIST')) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
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
  return tried.fails ? `it does not run here (${tried.reason})` : undefined
}
