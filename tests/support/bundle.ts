// Bundles scripts, because starting from two thousand files takes four times as long.
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'
import { inject } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

/** Native modules, which cannot be bundled. */
const withParts = [/^sharp$/, /^@node-rs\/argon2$/]

/** Bundled in one build, because the scripts share nearly everything. */
const scripts = {
  'worker-on-call': 'tests/support/worker-on-call.ts',
  'backup-maker': 'tests/support/backup-maker.ts',
  'end-sessions': 'workers/end-sessions.ts',
  'erase-account': 'workers/erase-account.ts',
  'export-account': 'workers/export-account.ts',
  'first-super-admin': 'workers/first-super-admin.ts',
  'reset-second-factor': 'workers/reset-second-factor.ts',
}
export type Script = keyof typeof scripts

/** @returns the script, built once per test run, and Node's compile cache */
export async function bundle(name: Script): Promise<{ script: string; compiled: string }> {
  const directory = path.join(inject('services').dataDir, 'bundle')
  if (!existsSync(directory)) await bundleInto(directory)
  return { script: path.join(directory, `${name}.mjs`), compiled: path.join(directory, 'compiled') }
}

async function bundleInto(directory: string): Promise<void> {
  const made = `${directory}-${process.pid}`
  await build({
    cwd: root,
    input: scripts,
    platform: 'node',
    logLevel: 'silent',
    external: withParts,
    treeshake: false,
    plugins: [whereItWas],
    output: { dir: made, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(made, 'node_modules'))
  mkdirSync(path.join(made, 'compiled'))
  try {
    renameSync(made, directory)
  } catch (error) {
    // Another test file was quicker.
    if (!existsSync(directory)) throw error
    rmSync(made, { recursive: true })
  }
}

/** Keeps `import.meta` of a module's source, so that the module still finds files beside it. */
const whereItWas: Plugin = {
  name: 'where it was',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.(dirname|url)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}
