import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { watch, writeScript } from '#server/local/programs/command.mjs'
import { root } from '#server/local/programs/find.mjs'
import type { Program } from '#server/local/programs/needed.mjs'

export const chromium: Program = {
  names: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  debianPackages: ['chromium'],
  versionArgs: ['--version', '--no-sandbox'],
  megabytes: 1500,
  download: byPlaywright('chromium', ['chrome', 'Google Chrome for Testing']),
  otherwise: 'install Chromium for the browser tests and start again.',
}

/** Chromium's engine without windows, which needs under half of the CPU time per page. */
export const headlessShell: Program = {
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  debianPackages: ['chromium-headless-shell'],
  versionArgs: ['--version', '--no-sandbox'],
  megabytes: 1200,
  download: byPlaywright('chromium-headless-shell', ['chrome-headless-shell']),
  otherwise: chromium.otherwise,
  standIn: chromium,
}

export const nginx: Program = {
  names: ['nginx'],
  debianPackages: ['nginx-light', 'nginx'],
  versionArgs: ['-v'],
  formula: 'nginx',
  otherwise: "install nginx for the tests of the proxy's configuration and start again.",
}

export const pgbouncer: Program = {
  names: ['pgbouncer'],
  debianPackages: ['pgbouncer'],
  formula: 'pgbouncer',
  otherwise: 'install PgBouncer for the tests of poolers and start again.',
}

export const hledger: Program = {
  names: ['hledger'],
  debianPackages: ['hledger'],
  formula: 'hledger',
  otherwise: "install hledger for the tests of the ledger's export and start again.",
}

export const beancount: Program = {
  names: ['bean-check'],
  debianPackages: ['beancount'],
  formula: 'beancount',
  otherwise: "install Beancount for the tests of the ledger's export and start again.",
}

export const promtool: Program = {
  names: ['promtool'],
  debianPackages: ['prometheus'],
  megabytes: 400,
  formula: 'prometheus',
  otherwise: 'install promtool (Prometheus) for the tests of the alerts and start again.',
}

/** Downloads Playwright's browser. @param names possible names of its program */
function byPlaywright(browser: string, names: string[]) {
  return (folder: string): string | undefined => {
    const browsers = path.join(folder, 'browsers')
    mkdirSync(browsers)
    // `--no-shell` prevents a second download with Chromium.
    const args = ['install', '--no-shell', browser]
    const bin = path.join(root, 'node_modules', '.bin', 'playwright')
    const reason = watch(bin, args, { PLAYWRIGHT_BROWSERS_PATH: browsers })
    if (reason !== undefined) return reason
    const files = readdirSync(browsers, { recursive: true, withFileTypes: true })
    const file = files.find((one) => one.isFile() && names.includes(one.name))
    if (file === undefined) return `there is no ${names[0]} in what came`
    const place = path.relative(folder, path.join(file.parentPath, file.name))
    writeScript(folder, browser, [`exec "$here/${place}" "$@"`])
    return undefined
  }
}
