import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { checkDisk } from '../disk.mjs'
import { stop } from '../stop.mjs'
import { hasApt, installWithApt, unpackProgram } from './apt.mjs'
import { watch } from './command.mjs'
import { findEngine, runInContainer } from './container.mjs'
import { findProgram, root } from './find.mjs'
import { keepProgram } from './keep.mjs'
import { writeScript } from './wrapper.mjs'

/**
 * @typedef {import('./needed.mjs').Program} Program
 * @typedef {object} Way
 * @property {(program: Program) => string} tells what it is about to do
 * @property {(program: Program) => boolean} isOpen whether this machine has it
 * @property {(program: Program, dataDir: string) => string | undefined} bring why it could not
 */

const isRoot = () => process.getuid?.() === 0

/** @type {Record<'install' | 'unpack' | 'homebrew' | 'container' | 'playwright', Way>} */
const ways = {
  install: {
    tells: ({ debianPackages: [name] }) => `installing Debian's package ${name}`,
    isOpen: () => isRoot() && hasApt(),
    bring: (program) => {
      checkDisk('/', program.megabytes, `installing ${program.debianPackages[0]}`)
      return installWithApt(program.debianPackages)
    },
  },
  unpack: {
    tells: ({ debianPackages: [name] }) => `unpacking the system's package ${name} for this project alone`,
    isOpen: () => !isRoot() && hasApt(),
    bring: (program, dataDir) => {
      checkDisk(dataDir, program.megabytes, `unpacking ${program.debianPackages[0]}`)
      return keepProgram(program, dataDir, (folder) => unpackProgram(program, folder))
    },
  },
  homebrew: {
    tells: ({ formula }) => `installing Homebrew's ${formula}`,
    isOpen: ({ formula }) => formula !== undefined && findProgram(['brew']) !== undefined,
    bring: installWithHomebrew,
  },
  container: {
    tells: ({ image }) => `fetching the image ${image?.name}`,
    isOpen: ({ image }) => image !== undefined && findEngine(image) !== undefined,
    bring: (program, dataDir) => keepProgram(program, dataDir, (folder) => runInContainer(program, folder)),
  },
  playwright: {
    tells: () => "downloading Playwright's own",
    isOpen: ({ byPlaywright }) => byPlaywright !== undefined,
    bring: (program, dataDir) => {
      checkDisk(dataDir, program.megabytes, `downloading ${program.names[0]}`)
      return keepProgram(program, dataDir, (folder) => downloadByPlaywright(program, folder))
    },
  },
}

/**
 * Finds a program, or brings it by the first way that this machine has and that works. If none does, its stand-in is used; a
 * program without one ends the start with what people can do.
 * @param {Program} program
 * @param {string} dataDir
 */
export function ensureProgram(program, dataDir) {
  if (findProgram(program.names, dataDir) !== undefined) return
  const [name] = program.names
  mkdirSync(dataDir, { recursive: true })
  let tried = false
  for (const way of Object.values(ways)) {
    if (!way.isOpen(program)) continue
    tried = true
    console.log(`${name} is missing: ${way.tells(program)} …`)
    const reason = way.bring(program, dataDir)
    if (reason === undefined && findProgram(program.names, dataDir) !== undefined) return
    console.error(`It did not come (${reason ?? 'it is still not found'}); the next start tries again.`)
  }
  if (program.standIn) {
    ensureProgram(program.standIn, dataDir)
    return
  }
  const why = tried ? 'could not be brought' : 'this system has no apt, no Homebrew and no container engine'
  stop(`${name} is missing and ${why}: ${program.otherwise}`)
}

/**
 * Installs a program with Homebrew, which takes no root.
 * @param {import('./needed.mjs').Program} program
 * @returns {string | undefined} why it could not
 */
function installWithHomebrew({ formula }) {
  return watch('brew', ['install', '--quiet', formula]) ? undefined : 'the lines above say why'
}

/**
 * Has Playwright download the browser that it was made with.
 * @param {import('./needed.mjs').Program} program
 * @param {string} folder
 * @returns {string | undefined} why it could not
 */
function downloadByPlaywright({ names: [name], byPlaywright }, folder) {
  const browsers = path.join(folder, 'browsers')
  mkdirSync(browsers)
  const bin = path.join(root, 'node_modules', '.bin', 'playwright')
  // `--no-shell` keeps a full Chromium from bringing the headless shell along.
  const args = ['install', '--no-shell', byPlaywright.browser]
  if (!watch(bin, args, { PLAYWRIGHT_BROWSERS_PATH: browsers })) return 'the lines above say why'
  const files = readdirSync(browsers, { recursive: true, withFileTypes: true })
  const file = files.find((one) => one.isFile() && byPlaywright.files.includes(one.name))
  if (file === undefined) return `there is no ${byPlaywright.files[0]} in what came`
  const place = path.relative(folder, path.join(file.parentPath, file.name))
  writeScript(folder, name, [`exec "$here/${place}" "$@"`])
}
