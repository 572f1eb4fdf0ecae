// For the Dockerfile: copies the files of node_modules that each image's processes load, and a list of their
// packages.
// usage: node deploy/image-files.ts <folder> <image>…
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { z } from 'zod'

const root = path.join(import.meta.dirname, '..')

/** Loaded by its path (lib/core/start-tracing.ts), so no import names it. */
const TRACING = 'lib/core/tracing-sdk.ts'

/** The files that start in each image: its process, and the commands for operators. */
export const started = {
  web: ['server/web/main.ts', 'next.config.mjs', 'lib/web/pages/page-cache.ts', TRACING],
  worker: [...globSync('workers/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).sort(), TRACING],
  realtime: ['server/realtime/main.ts', TRACING],
  migrate: ['prisma/migrate.ts', 'deploy/create-buckets.ts', 'prisma/seed/main.ts'],
  simulator: ['simulator/main.ts'],
} as const satisfies Record<string, readonly string[]>
export type Image = keyof typeof started

/** Layers of several images: all images but the simulator load `shared`, web and worker load `pictures`. */
const layers = ['shared', 'pictures'] as const
const PICTURES = 'node_modules/@img/'

/** Packages whose files are read by path, so that no import names them. */
const whole: Partial<Record<Image, readonly string[]>> = {
  web: ['node_modules/next/dist/compiled/webpack', 'node_modules/next/dist/compiled/@babel/runtime'],
  worker: ['node_modules/@bull-board/ui'],
}

/**
 * Files that web never loads: compilers of `next build`, and Next's own files, which its build lists itself.
 */
const buildOnly = /^node_modules\/(next\/dist\/(?!server\/next\.js$)|next-intl\/|@swc\/core)/

/** Source maps, and tests inside packages. */
const notNeeded = /\.map$|\.test\.\w+$/

/**
 * Returns the files of node_modules that an image's processes load, as paths from the project's root.
 * @throws Error for web, if the pages are not built
 */
export async function packageFiles(image: Image): Promise<Set<string>> {
  const { fileList } = await nodeFileTrace([...started[image]], {
    base: root,
    processCwd: root,
    ignore: image === 'web' ? (file) => buildOnly.test(file) : undefined,
    readFile: async (file) => textOf(file),
  })
  const listed = [
    ...fileList,
    ...(image === 'web' ? await listedByNext() : []),
    ...(whole[image] ?? []).flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: root })),
  ]
  return new Set(
    listed
      .map((file) => path.normalize(file))
      .filter((file) => file.startsWith('node_modules/') && !notNeeded.test(file))
      .sort(),
  )
}

/** Strips types, which the tracer cannot read. */
function textOf(file: string): string | null {
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.ts') && !file.includes('node_modules') ? stripTypeScriptTypes(text) : text
}

const traced = z.object({ files: z.array(z.string()) })

/** Next's lists are of its own server. A custom server loads this one, which also reads the configuration. */
const CUSTOM_SERVER = 'node_modules/next/dist/server/next.js'
/** Compilers, development tools, and bundles of which Next's lists name the needed ones. */
const notServed =
  /^node_modules\/(@img|@swc|next\/dist\/(compiled\/(next-server|babel|babel-packages|next-devtools)|docs|server\/capsize))/

async function listedByNext(): Promise<string[]> {
  const lists = globSync(['.next/next-server.js.nft.json', '.next/server/**/*.nft.json'], { cwd: root })
  if (lists.length === 0) throw new Error('The pages are built before: run "npm run build".')
  const { fileList } = await nodeFileTrace([CUSTOM_SERVER], {
    base: root,
    processCwd: root,
    ignore: (file) => notServed.test(file),
  })
  const files = lists.flatMap((list) =>
    traced
      .parse(JSON.parse(readFileSync(path.join(root, list), 'utf8')))
      .files.map((file) => path.join(path.dirname(list), file)),
  )
  return [...files, ...fileList]
}

const packageList = z.looseObject({
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
const manifest = z.object({ name: z.string(), version: z.string() })

/** A package's name and version, as in the package list. */
function nameOf(file: string): string {
  const [folder = ''] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
  const { name, version } = manifest.parse(
    JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')),
  )
  return `${name}@${version}`
}

type PackageList = z.infer<typeof packageList>

function partOf(list: PackageList, names: ReadonlySet<string>): PackageList {
  return {
    ...list,
    components: list.components.filter((one) => names.has(one['bom-ref'])),
    dependencies: list.dependencies
      .filter(({ ref }) => names.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => names.has(ref)) })),
  }
}

/**
 * Writes a folder for each image and for each layer of several images.
 * @param folder may have the layers of an earlier call, whose files are not copied again
 */
async function copyFiles(folder: string, images: readonly Image[]): Promise<void> {
  const list = packageList.parse(JSON.parse(readFileSync(path.join(root, 'sbom.json'), 'utf8')))
  const listed = new Set(list.components.map((one) => one['bom-ref']))
  const found = new Map<Image, string[]>()
  // Leaves out packages of the development machine that the list lacks, such as those for other systems.
  for (const image of images)
    found.set(
      image,
      [...(await packageFiles(image))].filter((file) => listed.has(nameOf(file))),
    )
  const loaded = [...found].filter(([image]) => image !== 'simulator').map(([, files]) => new Set(files))
  const layerOf = (file: string, image: Image) => {
    const earlier = layers.find((layer) => existsSync(path.join(folder, layer, file)))
    if (earlier !== undefined) return earlier
    if (file.startsWith(PICTURES)) return 'pictures'
    return loaded.length > 1 && loaded.every((files) => files.has(file)) ? 'shared' : image
  }
  for (const [image, files] of found) {
    for (const file of files) {
      const copy = path.join(folder, image === 'simulator' ? image : layerOf(file, image), file)
      if (!existsSync(copy)) cpSync(path.join(root, file), copy)
    }
    mkdirSync(path.join(folder, image), { recursive: true })
    writeFileSync(
      path.join(folder, image, 'sbom.json'),
      JSON.stringify(partOf(list, new Set(files.map(nameOf)))),
    )
    console.log(`${image}: ${files.length} files of packages`)
  }
}

if (import.meta.main) {
  const [folder = '', ...images] = process.argv.slice(2)
  await copyFiles(
    path.resolve(folder),
    z.array(z.enum(['web', 'worker', 'realtime', 'migrate', 'simulator'])).parse(images),
  )
}
