import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { findFreePort } from '#server/local/free-port.ts'
import { startRealtime, startWeb, startWorker } from '#server/local/product.ts'
import { ensureProgram } from '#server/local/programs/ensure.mjs'
import { dataFolder } from '#server/local/programs/find.mjs'
import { chromium, nginx } from '#tests/support/programs.ts'
import { startYoutube } from '#tests/support/youtube.ts'
import { fetchBody } from './load.ts'
import { startShippedNginx } from './nginx.ts'
import { categories, judge } from './phone/lighthouse.ts'
import { startBrowser } from './phone/slow-connection.ts'
import { type Visit, visitOften } from './phone/vitals.ts'
import { amount, bounded, plain, type Row, readNumber } from './report.ts'
import { openStage, type Stage } from './stage.ts'
import { buildYardstickApp, startYardstickApp } from './yardstick-app.ts'

const otherPages = { Leaderboard: '/?tab=leaderboard', Results: '/results', FAQ: '/faq', Login: '/login' }

type Subject = { product: string; yardstick: string; video: string }

/**
 * Pages on a cheap phone with a slow connection, without caches, behind the shipped proxy, against an empty
 * page of the framework. Options are in README.md.
 */
export async function measurePhone(args: string[]): Promise<Row[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { runs: text, lighthouse: text, slowdown: text } })
  const [runs, judgements] = [readNumber(values, 'runs', 5), readNumber(values, 'lighthouse', 1)]
  const slowdown = readNumber(values, 'slowdown', 4)
  // The bench measures the users' browser.
  for (const program of [chromium, nginx]) ensureProgram(program, dataFolder())
  await buildYardstickApp()
  const port = await findFreePort()
  // Pictures come from a fake YouTube, whose player is not measured.
  const youtube = await startYoutube()
  const stage = await openStage({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    YOUTUBE_PICTURES_URL: youtube.url,
  })
  try {
    return await behindProxies(stage, port, async (subject) => [
      ...(runs > 0 ? await measureVisits(subject, runs, slowdown) : []),
      ...(judgements > 0 ? await measureScores(subject, judgements, slowdown) : []),
    ])
  } finally {
    await stage.end()
    await youtube.close()
  }
}

function behindProxies<T>(
  { config, dataDir, databaseUrl, database, during }: Stage,
  port: number,
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  return during(async (keep) => {
    // Our own film becomes the newest entry, so that the first video plays without YouTube.
    const { rows } = await database.query<{ id: string }>(
      `UPDATE video SET upload_date = now() WHERE id = (
         SELECT v.id FROM video v JOIN challenge c ON c.id = v.challenge_id
         WHERE v.status = 'approved' AND v.kind = 'entry' AND v.video_file_url IS NOT NULL AND c.phase = 'voting'
         ORDER BY v.upload_date DESC LIMIT 1) RETURNING id`,
    )
    const [video] = rows
    if (!video) throw new Error('The seed has no film of its own among the entries of the month.')
    await keep(startWorker(config))
    await keep(startRealtime(config))
    await keep(startWeb(config, 'start'))
    const { origin: product } = await keep(startShippedNginx(dataDir, config.ports, { name: 'nginx', port }))
    const empty = await keep(startYardstickApp({ dataDir, bodies: dataDir, databaseUrl }))
    const ports = { ...config.ports, web: Number(new URL(empty.origin).port) }
    const other = { name: 'nginx-yardstick', port: await findFreePort() }
    const { origin: yardstick } = await keep(startShippedNginx(dataDir, ports, other))
    return work({ product, yardstick, video: video.id })
  })
}

async function measureVisits(
  { product, yardstick, video }: Subject,
  runs: number,
  slowdown: number,
): Promise<Row[]> {
  const browser = await startBrowser()
  try {
    const visit = (address: string, hasVideo: boolean) =>
      visitOften(browser, address, runs, { hasVideo, slowdown })
    const empty = await visit(`${yardstick}/`, false)
    const home = await visit(`${product}/`, true)
    const page = await visit(`${product}/video/${video}`, true)
    const others: Row[] = []
    for (const [name, at] of Object.entries(otherPages)) {
      const { shift } = await visitOften(browser, product + at, 1, { hasVideo: false, slowdown })
      others.push(bounded(`${name}: layout shift`, shift, 0.02, '', amount(empty.shift)))
    }
    const [script, ofEmpty] = [await scriptKilobytes(product), await scriptKilobytes(yardstick)]
    return [
      ...rowsOf('Home', home, empty),
      ...rowsOf('Video page', page, empty),
      ...others,
      bounded(
        'Script of the home page, gzipped : of an empty page',
        script,
        160,
        ' KB',
        `${amount(ofEmpty)} KB`,
      ),
    ]
  } finally {
    await browser.close()
  }
}

/**
 * If the empty page takes 0.45 s the largest paint may take 1.5 s, on slower machines 2.7 times the empty
 * page's.
 */
function rowsOf(name: string, seen: Visit, empty: Visit): Row[] {
  console.log(`Largest of ${name}: ${seen.largest}`)
  if (seen.shifted.length > 0) console.log(`Shifted on ${name}: ${seen.shifted.join(', ')}`)
  const most = Math.max(1_500, 2.7 * empty.paint)
  return [
    bounded(`${name}: largest paint`, seen.paint, Math.round(most), ' ms', `${amount(empty.paint)} ms`),
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

async function measureScores(subject: Subject, runs: number, slowdown: number): Promise<Row[]> {
  const pages = { Home: '/', 'Video page': `/video/${subject.video}`, ...otherPages }
  const empty = await judge(`${subject.yardstick}/`, runs, slowdown)
  const rows: Row[] = []
  for (const [name, at] of Object.entries(pages)) {
    const scores = await judge(subject.product + at, runs, slowdown)
    console.log(`${name}: the browser's benchmark index was ${amount(scores.benchmarkIndex)}`)
    for (const category of categories) {
      const row = plain(`${name}: Lighthouse, ${category}`, `${scores[category]}`, `${empty[category]}`)
      const atLeast = category === 'performance' ? 95 : 100
      rows.push({ ...row, missing: undefined, ratio: scores[category], target: { atLeast } })
    }
  }
  return rows
}
