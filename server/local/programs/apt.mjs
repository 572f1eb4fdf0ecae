// apt brings a program in two ways: root has it installed, everybody else has its packages fetched and unpacked.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ask, watch } from './command.mjs'
import { findProgram } from './find.mjs'
import { writeScript } from './wrapper.mjs'

const nonInteractive = { DEBIAN_FRONTEND: 'noninteractive' }

export const hasApt = () => findProgram(['apt-get']) !== undefined && findProgram(['dpkg-deb']) !== undefined

/**
 * Installs a package for the whole system, which takes root.
 * @param {string[]} debianPackages the first that the system has
 * @returns {string | undefined} why it could not
 */
export function installWithApt(debianPackages) {
  // Debian starts a server it installs. This one is started by Ngoma, with Ngoma's data, and ended with it.
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    // Where the lists cannot be renewed, the ones that are there may do.
    watch('apt-get', ['update', '-qq'], nonInteractive)
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    const done = debianPackages.some((name) => watch('apt-get', [...install, name], nonInteractive))
    return done ? undefined : 'the lines above say why'
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}

/**
 * Fetches a package and those it needs that the system does not have, and unpacks them into a folder. That takes no root: apt
 * keeps what it writes in the folder too, and nothing is installed.
 * @param {string[]} debianPackages the first that the system has
 * @param {string} folder
 * @returns {string | undefined} why it could not
 */
export function unpackFromApt(debianPackages, folder) {
  const work = path.join(folder, 'apt')
  try {
    return fetchPackages(debianPackages, work) ?? unpackAll(path.join(work, 'archives'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Unpacks a program and writes the script that runs it.
 * @param {import('./needed.mjs').Program} program
 * @param {string} folder
 * @returns {string | undefined} why it could not
 */
export function unpackProgram({ debianPackages, binaries }, folder) {
  const reason = unpackFromApt(debianPackages, folder)
  if (reason !== undefined) return reason
  const binary = binaries.find((file) => existsSync(path.join(folder, file)))
  if (binary === undefined) return `there is no ${binaries[0]} in apt's packages`
  writeScript(folder, path.basename(binary), [...environmentOf(folder), `exec "$here/${binary}" "$@"`])
}

/** Fetches into `archives` of apt's folder: by the system's lists, or where these are missing or old by lists of our own. */
function fetchPackages(names, work) {
  for (const one of ['archives/partial', 'lists/partial'])
    mkdirSync(path.join(work, one), { recursive: true })
  const settings = [
    `Dir::Cache::Archives "${work}/archives/";`,
    'Dir::Cache::PkgCache "";',
    'Dir::Cache::SrcPkgCache "";',
    // The locks are root's. Nobody else uses this folder.
    'Debug::NoLocking "true";',
    // What else a system does after apt has run: that is for root, and about root's folders.
    ...['APT::Update', 'DPkg'].flatMap((which) =>
      ['Pre-Invoke', 'Post-Invoke', 'Post-Invoke-Success', 'Pre-Install-Pkgs'].map(
        (when) => `#clear ${which}::${when};`,
      ),
    ),
  ]
  const [systemLists, ownLists] = ['system.conf', 'own.conf'].map((name) => path.join(work, name))
  writeFileSync(systemLists, settings.join('\n'))
  writeFileSync(ownLists, [...settings, `Dir::State::Lists "${work}/lists/";`].join('\n'))

  const first = download(names, systemLists)
  if (first === undefined) return undefined
  const updated = ask('apt-get', ['-c', ownLists, 'update', '-qq'], nonInteractive)
  return updated.fails ? `${first}; ${updated.reason}` : download(names, ownLists)
}

function download(names, settings) {
  const options = ['-y', '-qq', '--download-only', '--no-install-recommends']
  let reason
  for (const name of names) {
    const fetched = ask('apt-get', ['-c', settings, 'install', ...options, name], nonInteractive)
    if (!fetched.fails) return undefined
    reason ??= fetched.reason
  }
  return reason
}

/** The C library belongs to the system's loader: another version of it would run nothing. */
const theSystems = /^(libc6|libc-bin|libc-l10n|locales|multiarch-support)[_-]/

function unpackAll(archives, folder) {
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb') && !theSystems.test(name))
  // apt fetches nothing of what it takes for installed.
  if (packages.length === 0) return 'apt takes it for installed, but it is not where programs are looked for'
  for (const name of packages) {
    const unpacked = ask('dpkg-deb', ['--extract', path.join(archives, name), folder])
    if (unpacked.fails) return unpacked.reason
  }
}

/** What an unpacked program has to be told: where its libraries are, and for Chromium its fonts. */
function environmentOf(folder) {
  const lines = []
  const libraries = libraryFolders(folder)
  if (libraries.length > 0) {
    const places = libraries.map((name) => `$here/${name}`).join(':')
    lines.push(`export LD_LIBRARY_PATH="${places}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`)
  }
  if (existsSync(path.join(folder, 'usr/share/fonts'))) {
    writeFileSync(path.join(folder, 'fonts.conf'), fontSettings)
    lines.push('export FONTCONFIG_FILE="$here/fonts.conf"')
  }
  return lines
}

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * All folders below an unpacked one that have shared libraries, the nearest first.
 * @param {string} folder
 */
export function libraryFolders(folder) {
  return ['usr/lib', 'lib'].flatMap((name) => withLibraries(folder, name, 3))
}

function withLibraries(folder, name, depth) {
  const directory = path.join(folder, name)
  if (!existsSync(directory)) return []
  const entries = readdirSync(directory, { withFileTypes: true })
  const has = entries.some((entry) => /^lib.+\.so(\.|$)/.test(entry.name))
  const below = entries
    .filter((entry) => entry.isDirectory() && depth > 1)
    .flatMap((entry) => withLibraries(folder, `${name}/${entry.name}`, depth - 1))
  return has ? [name, ...below] : below
}
