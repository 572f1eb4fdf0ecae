// apt brings a program in two ways: root has it installed, everybody else has its packages fetched and unpacked.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ask, watch, writeScript } from './command.mjs'
import { findProgram } from './find.mjs'

const nonInteractive = { DEBIAN_FRONTEND: 'noninteractive' }

export const hasApt = () => findProgram(['apt-get']) !== undefined && findProgram(['dpkg-deb']) !== undefined

/** Installs the first of some packages that the system has, which takes root. @returns why it could not */
export function installWithApt(debianPackages) {
  // Debian starts a server it installs. This one is started by Ngoma, with Ngoma's data, and ended with it.
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    // If the lists cannot be renewed, the ones that are there may do.
    watch('apt-get', ['update', '-qq'], nonInteractive)
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    const isDone = (name) => watch('apt-get', [...install, name], nonInteractive) === undefined
    return debianPackages.some(isDone) ? undefined : 'the lines above say why'
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}

/**
 * Fetches the first of some packages that the system has, with those that it needs and the system lacks, and unpacks them into a
 * folder. That takes no root: apt keeps what it writes in the folder too, and nothing is installed.
 * @returns why it could not
 */
export function unpackFromApt(debianPackages, folder) {
  const work = path.join(folder, 'apt')
  try {
    return fetchPackages(debianPackages, work) ?? unpackAll(path.join(work, 'archives'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

// Debian's /usr/bin/chromium is a script that knows only its usual place.
const places = ['usr/lib/chromium', 'usr/bin', 'usr/sbin']

/** Unpacks a program and writes the script that runs it with its libraries, and Chromium with its fonts. @returns why it could not */
export function unpackProgram({ debianPackages, names }, folder) {
  const reason = unpackFromApt(debianPackages, folder)
  if (reason !== undefined) return reason
  const files = places.flatMap((place) => names.map((name) => `${place}/${name}`))
  const binary = files.find((file) => existsSync(path.join(folder, file)))
  if (binary === undefined) return `there is no ${names[0]} in apt's packages`
  const libraries = libraryFolders(folder).map((name) => `$here/${name}`)
  const lines = [`export LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`]
  if (existsSync(path.join(folder, 'usr/share/fonts'))) {
    writeFileSync(path.join(folder, 'fonts.conf'), fontSettings)
    lines.push('export FONTCONFIG_FILE="$here/fonts.conf"')
  }
  writeScript(folder, path.basename(binary), [...lines, `exec "$here/${binary}" "$@"`])
}

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Fetches into `archives` of apt's folder, by lists of its own: the system's may be missing or old. */
function fetchPackages(names, work) {
  for (const one of ['archives', 'lists']) mkdirSync(path.join(work, one, 'partial'), { recursive: true })
  const settings = [
    `Dir::Cache::Archives "${work}/archives/";`,
    `Dir::State::Lists "${work}/lists/";`,
    'Dir::Cache::PkgCache "";',
    'Dir::Cache::SrcPkgCache "";',
    // The locks are root's. Nobody else uses this folder.
    'Debug::NoLocking "true";',
    // What a system does after apt has run is for root, and about root's folders.
    ...['Pre-Invoke', 'Post-Invoke', 'Post-Invoke-Success', 'Pre-Install-Pkgs'].flatMap((when) => [
      `#clear APT::Update::${when};`,
      `#clear DPkg::${when};`,
    ]),
  ]
  writeFileSync(path.join(work, 'own.conf'), settings.join('\n'))
  const apt = (...args) => ask('apt-get', ['-c', path.join(work, 'own.conf'), ...args], nonInteractive)
  const fetch = ['install', '-y', '-qq', '--download-only', '--no-install-recommends']
  const updated = apt('update', '-qq')
  const reasons = updated.fails ? [updated.reason] : []
  for (const name of names) {
    const fetched = apt(...fetch, name)
    if (!fetched.fails) return undefined
    reasons.push(fetched.reason)
  }
  return reasons[0]
}

/** The C library belongs to the system's loader: another version of it would run nothing. */
const theSystems = /^(libc6|libc-bin|libc-l10n|locales|multiarch-support)[_-]/

function unpackAll(archives, folder) {
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb') && !theSystems.test(name))
  // apt fetches nothing of a package that it takes for installed.
  if (packages.length === 0) return 'apt takes it for installed, but it is not where programs are looked for'
  const results = packages.map((name) => ask('dpkg-deb', ['--extract', path.join(archives, name), folder]))
  return results.find(({ fails }) => fails)?.reason
}

/** The folders of an unpacked package that have shared libraries, the nearest first. */
export function libraryFolders(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const libraries = files.filter((name) => /^(usr\/)?lib\/([^/]+\/){0,2}lib[^/]+\.so(\.[^/]*)?$/.test(name))
  const folders = [...new Set(libraries.map((name) => path.dirname(name)))]
  return folders.sort((a, b) => a.split('/').length - b.split('/').length)
}
