import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { findFreePort } from '#server/local/free-port.ts'
import { startRealtime, startWeb, startWorker } from '#server/local/product.ts'
import { ensureProgram } from '#server/local/programs/ensure.mjs'
import { dataFolder } from '#server/local/programs/find.mjs'
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts'
import * as programs from '#tests/support/programs.ts'
import { startYoutube } from '#tests/support/youtube.ts'
import { fetchBody } from './load.ts'
import { startShippedNginx } from './nginx.ts'
import { categories, judge } from './phone/lighthouse.ts'
import { type Visit, visitOften } from './phone/vitals.ts'
import { amount, bounded, type Row } from './report.ts'
import { openStage, Parts, type Stage } from './stage.ts'
import { startYardstickApp } from './yardstick-app.ts'

const otherPages = { Leaderboard: '/?tab=leaderboard', Results: '/results', FAQ: '/faq', Login: '/login' }

const count = z.coerce.number().min(0)
const asked = z.object({ runs: count.default(5), lighthouse: count.default(1), slowdown: count.default(4) })
type Asked = z.output<typeof asked>
type Subject = { product: string; yardstick: string; video: string }

/**
 * Pages on a cheap phone with a slow connection, without caches, behind the shipped proxy, against an empty
 * page of the framework. Options are in docs/speed.md.
 */
export async function measurePhone(args: string[]): Promise<Row[]> {
  const text = { type: 'string' } as const
  const given = parseArgs({ args, options: { runs: text, lighthouse: text, slowdown: text } })
  const options = asked.parse(given.values)
  // The bench measures the users' browser.
  for (const program of [programs.chromium, programs.nginx]) ensureProgram(program, dataFolder())
  const port = await findFreePort()
  // Pictures come from a fake YouTube, whose player is not measured.
  const youtube = await startYoutube()
  const addresses = { PUBLIC_URL: `http://127.0.0.1:${port}`, YOUTUBE_PICTURES_URL: youtube.url }
  await using stage = await openStage(addresses)
  await using parts = new Parts()
  parts.defer(youtube.close)
  const subject = await startSubject(stage, parts, port)
  return [
    ...(options.runs > 0 ? await measureVisits(subject, options) : []),
    ...(options.lighthouse > 0 ? await measureScores(subject, options) : []),
  ]
}

/** Starts the product and the empty page, each behind the shipped proxy. */
async function startSubject(stage: Stage, parts: Parts, port: number): Promise<Subject> {
  const { config, dataDir, database } = stage
  // Our own film becomes the newest entry, so that the first video plays without YouTube.
  const { rows } = await database.query<{ id: string }>(
    `UPDATE video SET upload_date = now() WHERE id = (
       SELECT v.id FROM video v JOIN challenge c ON c.id = v.challenge_id
       WHERE v.status = 'approved' AND v.kind = 'entry' AND v.video_file_url IS NOT NULL AND c.phase = 'voting'
       ORDER BY v.upload_date DESC LIMIT 1) RETURNING id`,
  )
  const [video] = rows
  if (!video) throw new Error('The seed has no film of its own among the entries of the month.')
  await parts.keep(startWorker(config))
  await parts.keep(startRealtime(config))
  await parts.keep(startWeb(config, 'start'))
  const product = await parts.keep(startShippedNginx(dataDir, config.ports, { port }))
  const empty = await parts.keep(startYardstickApp(dataDir))
  const ports = { ...config.ports, web: Number(new URL(empty.origin).port) }
  const yardstick = await parts.keep(startShippedNginx(dataDir, ports, { name: 'nginx-yardstick' }))
  return { product: product.origin, yardstick: yardstick.origin, video: video.id }
}

async function measureVisits({ product, yardstick, video }: Subject, options: Asked): Promise<Row[]> {
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
  const visit = (address: string, hasVideo: boolean, runs = options.runs) =>
    visitOften(browser, address, { ...options, runs, hasVideo })
  const empty = await visit(`${yardstick}/`, false)
  const rows = [
    ...rowsOf('Home', await visit(`${product}/`, true), empty),
    ...rowsOf('Video page', await visit(`${product}/video/${video}`, true), empty),
  ]
  for (const [name, at] of Object.entries(otherPages)) {
    const { shift } = await visit(product + at, false, 1)
    rows.push(bounded(`${name}: layout shift`, shift, 0.02, '', amount(empty.shift)))
  }
  const what = 'Script of the home page, gzipped : of an empty page'
  const ofEmpty = `${amount(await scriptKilobytes(yardstick))} KB`
  return [...rows, bounded(what, await scriptKilobytes(product), 160, ' KB', ofEmpty)]
}

/**
 * If the empty page takes 0.45 s the largest paint may take 1.5 s, on slower machines 2.7 times the empty
 * page's.
 */
function rowsOf(name: string, seen: Visit, empty: Visit): Row[] {
  console.log(`Largest of ${name}: ${seen.largest}`)
  if (seen.shifted.length > 0) console.log(`Shifted on ${name}: ${seen.shifted.join(', ')}`)
  const most = Math.round(Math.max(1_500, 2.7 * empty.paint))
  return [
    bounded(`${name}: largest paint`, seen.paint, most, ' ms', `${amount(empty.paint)} ms`),
    bounded(`${name}: layout shift`, seen.shift, 0.02, '', amount(empty.shift)),
    bounded(`${name}: tap on Gift to its sheet`, seen.dialog ?? Number.NaN, 200, ' ms'),
  ]
}

/** Scripts in a page's HTML for current browsers, in units of 1,000 bytes. */
async function scriptKilobytes(origin: string): Promise<number> {
  const html = String(await fetchBody(`${origin}/`))
  const tags = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
  const sources = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? [])
  let bytes = 0
  for (const source of new Set(sources))
    bytes += gzipSync(await fetchBody(new URL(source, origin).href)).length
  return bytes / 1000
}

async function measureScores(subject: Subject, { lighthouse, slowdown }: Asked): Promise<Row[]> {
  const pages = { Home: '/', 'Video page': `/video/${subject.video}`, ...otherPages }
  const empty = await judge(`${subject.yardstick}/`, lighthouse, slowdown)
  const rows: Row[] = []
  for (const [name, at] of Object.entries(pages)) {
    const scores = await judge(subject.product + at, lighthouse, slowdown)
    console.log(`${name}: the browser's benchmark index was ${amount(scores('benchmarkIndex'))}`)
    for (const category of categories)
      rows.push({
        what: `${name}: Lighthouse, ${category}`,
        measured: `${scores(category)}`,
        yardstick: `${empty(category)}`,
        ratio: scores(category),
        atLeast: category === 'performance' ? 95 : 100,
      })
  }
  return rows
}
