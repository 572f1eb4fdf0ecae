import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ask, watch, writeScript } from './command.mjs'
import { findProgram } from './find.mjs'

const nonInteractive = { DEBIAN_FRONTEND: 'noninteractive' }

export const hasApt = () => findProgram(['apt-get']) !== undefined && findProgram(['dpkg-deb']) !== undefined

/** Installs the first available package. Needs root. @returns why it failed */
export function installWithApt(debianPackages) {
  // This file keeps Debian from starting the installed server.
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    // A failed update is ignored: old lists may be enough.
    watch('apt-get', ['update', '-qq'], nonInteractive)
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    const isDone = (name) => watch('apt-get', [...install, name], nonInteractive) === undefined
    return debianPackages.some(isDone) ? undefined : 'the lines above say why'
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}

/**
 * Downloads the first available package with its dependencies and unpacks them, without root.
 * @returns why it failed
 */
export function unpackFromApt(debianPackages, folder) {
  const work = path.join(folder, 'apt')
  try {
    return fetchPackages(debianPackages, work) ?? unpackAll(path.join(work, 'archives'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

// Folders of programs. Debian's /usr/bin/chromium works only in its usual place, so usr/lib comes first.
const places = ['usr/lib/chromium', 'usr/bin', 'usr/sbin']

/** Downloads a program and writes a script that runs it. @returns why it failed */
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

/** Downloads with own package lists: the system's may be missing or old. */
function fetchPackages(names, work) {
  for (const one of ['archives', 'lists']) mkdirSync(path.join(work, one, 'partial'), { recursive: true })
  const settings = [
    `Dir::Cache::Archives "${work}/archives/";`,
    `Dir::State::Lists "${work}/lists/";`,
    'Dir::Cache::PkgCache "";',
    'Dir::Cache::SrcPkgCache "";',
    // The system's locks need root.
    'Debug::NoLocking "true";',
    // Hooks of the system need root.
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

/** Packages of the C library. Another version than the loader's would not work. */
const theSystems = /^(libc6|libc-bin|libc-l10n|locales|multiarch-support)[_-]/

function unpackAll(archives, folder) {
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb') && !theSystems.test(name))
  // apt downloads nothing if it considers the package installed.
  if (packages.length === 0) return 'apt takes it for installed, but it is not where programs are looked for'
  const results = packages.map((name) => ask('dpkg-deb', ['--extract', path.join(archives, name), folder]))
  return results.find(({ fails }) => fails)?.reason
}

/** Returns folders with libraries, shortest path first. */
export function libraryFolders(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const libraries = files.filter((name) => /^(usr\/)?lib\/([^/]+\/){0,2}lib[^/]+\.so(\.[^/]*)?$/.test(name))
  const folders = [...new Set(libraries.map((name) => path.dirname(name)))]
  return folders.sort((a, b) => a.split('/').length - b.split('/').length)
}
