import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasApt, installWithApt, libraryFolders, unpackFromApt } from './apt.mjs'
import { ask } from './command.mjs'
import { programsFolder } from './find.mjs'
import { keepFolder } from './keep.mjs'

/**
 * Brings a shared library that the system lacks, by apt, and has it found by all that is started from here. Where that cannot be
 * done, whoever needs the library will say so.
 * @param {string} name its file
 * @param {string} debianPackage
 * @param {string} dataDir
 */
export function ensureLibrary(name, debianPackage, dataDir) {
  if (process.platform !== 'linux' || isOfSystem(name)) return
  const kept = path.join(programsFolder(dataDir), debianPackage)
  if (!existsSync(kept) && hasApt()) {
    console.log(`${name} is missing: fetching the system's package ${debianPackage} …`)
    const reason =
      process.getuid?.() === 0
        ? installWithApt([debianPackage])
        : keepFolder(
            debianPackage,
            dataDir,
            (folder) => unpackFromApt([debianPackage], folder),
            () => existsSync(kept),
          )
    if (reason !== undefined) console.error(`It did not come (${reason}); the next start tries again.`)
  }
  if (!existsSync(kept)) return
  const places = libraryFolders(kept).map((folder) => path.join(kept, folder))
  process.env.LD_LIBRARY_PATH = [...places, process.env.LD_LIBRARY_PATH ?? []].flat().join(':')
}

/** Where Linux has its libraries, by the processor. The loader's own list is asked too. */
const usual = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu', arm: 'arm-linux-gnueabihf' }

function isOfSystem(name) {
  const folders = ['/usr/lib64', '/lib64', '/usr/lib', '/lib', `/usr/lib/${usual[process.arch]}`]
  if (folders.some((folder) => existsSync(path.join(folder, name)))) return true
  const known = ask('/sbin/ldconfig', ['-p'])
  return !known.fails && known.said.includes(`\t${name} `)
}
