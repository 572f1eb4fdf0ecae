import { gzipSync } from 'node:zlib'
import { fetchBody } from './bodies.ts'
import { load, loadKept } from './load.ts'
import { missingNginx } from './nginx.ts'
import type { ReadTargets } from './packed.ts'
import { measurePacked } from './packed.ts'
import { amount, compareRates, type Row, unmeasured } from './report.ts'
import { visitInTurn } from './rounds.ts'

const mostScript = 160

/** The home page against a page with nothing on it, and what it makes a phone load. */
export async function measureHomePage({ web, yardstick, shipped, files }: ReadTargets): Promise<Row[]> {
  const rate = await visitInTurn([
    { name: 'home', visit: () => load(`${web}/`) },
    { name: 'empty', visit: () => load(`${yardstick}/`) },
  ])
  return [
    compareRates('Home page : empty prerendered page', rate('home'), rate('empty'), 0.9),
    await measureBehindNginx({ shipped, files }),
    await measurePacked('home', { shipped, files }),
    await weighScripts(web, yardstick),
  ]
}

/** By itself: what an application has just been loaded with goes on for a moment, and weighs on whoever comes next. */
async function measureBehindNginx({ shipped, files }: Pick<ReadTargets, 'shipped' | 'files'>): Promise<Row> {
  const what = 'Home page, behind nginx : nginx, file'
  if (!shipped || !files) return unmeasured(what, missingNginx)
  const rate = await visitInTurn([
    { name: 'kept', visit: () => loadKept(`${shipped.origin}/`) },
    { name: 'file', visit: () => load(`${files.origin}/home.html`) },
  ])
  return compareRates(what, rate('kept'), rate('file'), 0.75)
}

/** What a page makes a browser load, in scripts alone. */
export async function weighScripts(web: string, yardstick: string): Promise<Row> {
  const [ours, empty] = await Promise.all([web, yardstick].map(scriptKilobytes))
  return {
    what: 'Script of the home page, gzipped : of an empty page',
    measured: `${amount(ours ?? 0)} KB`,
    yardstick: `${amount(empty ?? 0)} KB`,
    ratio: ours,
    target: { atMost: mostScript, unit: ' KB' },
  }
}

/** What the page's HTML has a browser of today load, in units of 1,000 bytes. */
async function scriptKilobytes(origin: string): Promise<number> {
  const html = String(await fetchBody(`${origin}/`))
  const tags = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
  const sources = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? [])
  const sizes = [...new Set(sources)].map(
    async (source) => gzipSync(await fetchBody(new URL(source, origin).href)).length,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
}
