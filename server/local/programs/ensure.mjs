import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hasApt, installWithApt, libraryFolders, unpackFromApt, unpackProgram } from './apt.mjs'
import { ask, checkDisk, stop, watch } from './command.mjs'
import { findProgram, programsFolder } from './find.mjs'

const isRoot = () => process.getuid?.() === 0

/** Brings a missing program in the first way that works, else its stand-in; without one, ends the start. */
export function ensureProgram(program, dataDir) {
  const isThere = () => findProgram(program.names, dataDir) !== undefined
  if (isThere()) return
  const [name] = program.names
  mkdirSync(dataDir, { recursive: true })
  let why = 'this system has neither apt nor Homebrew'
  for (const [doing, bring] of waysOf(program, dataDir, isThere)) {
    why = 'could not be brought'
    console.log(`${name} is missing: ${doing} …`)
    checkDisk(dataDir, program.megabytes ?? 100, `bringing ${name}`)
    const reason = bring()
    if (reason === undefined && isThere()) return
    console.error(`It did not come (${reason ?? 'it is still not found'}); the next start tries again.`)
  }
  if (program.standIn) ensureProgram(program.standIn, dataDir)
  else stop(`${name} is missing and ${why}: ${program.otherwise}`)
}

/** Yields ways to bring a program: a description, and the work, which returns why it failed. */
function* waysOf(program, dataDir, isThere) {
  const { names, debianPackages, formula, download } = program
  const [debian] = debianPackages
  const kept = (bring) => () =>
    keepFolder(names[0], dataDir, (folder) => bring(folder) ?? tryProgram(program, folder), isThere)
  if (hasApt() && isRoot())
    yield [`installing Debian's package ${debian}`, () => installWithApt(debianPackages)]
  else if (hasApt())
    yield [
      `unpacking the system's package ${debian} for this project alone`,
      kept((folder) => unpackProgram(program, folder)),
    ]
  if (formula && findProgram(['brew']))
    yield [`installing Homebrew's ${formula}`, () => watch('brew', ['install', '--quiet', formula])]
  if (download) yield ["downloading Playwright's own", kept(download)]
}

/** Renames the folder once it is complete. @returns why it failed */
function keepFolder(name, dataDir, bring, isThere = () => false) {
  const programs = programsFolder(dataDir)
  mkdirSync(programs, { recursive: true })
  removeLeftovers(programs)
  const fresh = path.join(programs, `.new-${process.pid}`)
  const kept = path.join(programs, name)
  try {
    mkdirSync(fresh)
    const reason = bring(fresh)
    // Another start may have been quicker.
    if (reason !== undefined || isThere()) return reason
    rmSync(kept, { recursive: true, force: true })
    renameSync(fresh, kept)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Removes folders of killed starts, whose names have the process id. */
function removeLeftovers(programs) {
  for (const name of readdirSync(programs)) {
    const [, pid] = /^\.new-(\d+)$/.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(path.join(programs, name), { recursive: true })
  }
}

function tryProgram({ names, versionArgs = ['--version'] }, folder) {
  const file = names.map((name) => path.join(folder, 'bin', name)).find((one) => existsSync(one))
  if (file === undefined) return `there is no ${names[0]} in what came`
  const tried = ask(file, versionArgs)
  return tried.fails ? `it does not run here: ${tried.reason}` : undefined
}

/**
 * Installs a missing shared library for this process's children. If that fails, the program that needs it
 * reports it.
 */
export function ensureLibrary(name, debianPackage, dataDir) {
  const known = ask('/sbin/ldconfig', ['-p'])
  if (known.fails || known.said.includes(`\t${name} `)) return
  const kept = path.join(programsFolder(dataDir), debianPackage)
  if (!existsSync(kept) && hasApt()) {
    console.log(`${name} is missing: fetching the system's package ${debianPackage} …`)
    const reason = isRoot()
      ? installWithApt([debianPackage])
      : keepFolder(debianPackage, dataDir, (folder) => unpackFromApt([debianPackage], folder))
    if (reason !== undefined) console.error(`It did not come (${reason}); the next start tries again.`)
  }
  if (!existsSync(kept)) return
  const places = libraryFolders(kept).map((folder) => path.join(kept, folder))
  process.env.LD_LIBRARY_PATH = [...places, process.env.LD_LIBRARY_PATH ?? []].flat().join(':')
}
