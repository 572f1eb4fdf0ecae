// Draws the twelve loops in Chromium, frame by frame, and has ffmpeg make WebM files and posters of them.
// Run by hand after a change of drawing/: node prisma/seed/media/make-loops.ts [name]
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { loops } from './loops.ts'

const here = import.meta.dirname
const FRAMES_PER_SECOND = 24
/** Two megabytes for all of them: what a bare clone may weigh, and what a phone in Kayole may pay for. */
const KILOBITS = 200

/** A page that holds the drawing code; the browser gets TypeScript with its types taken off. */
async function openStudio(): Promise<{ page: Page; close: () => Promise<void> }> {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage()
  await page.route('http://studio/**', (route) => {
    const file = new URL(route.request().url()).pathname
    return file === '/'
      ? route.fulfill({ contentType: 'text/html', body: '<canvas width="540" height="960"></canvas>' })
      : route.fulfill({
          contentType: 'text/javascript',
          body: stripTypeScriptTypes(readFileSync(path.join(here, 'drawing', file), 'utf8')),
        })
  })
  await page.goto('http://studio/')
  return { page, close: () => browser.close() }
}

/** One moment of a scene as PNG. */
async function drawFrame(page: Page, name: string, at: number): Promise<Buffer> {
  const url = await page.evaluate(
    async ([scene, moment]) => {
      const { drawScene } = await import('http://studio/scenes.ts' as string)
      const canvas = document.querySelector('canvas')
      drawScene(canvas?.getContext('2d'), scene, moment)
      return canvas?.toDataURL('image/png') ?? ''
    },
    [name, at] as const,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

function ffmpeg(args: readonly string[], input: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const run = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
    run.on('error', reject)
    run.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
    run.stdin.end(input)
  })
}

async function makeLoop(page: Page, name: string, seconds: number): Promise<void> {
  const count = seconds * FRAMES_PER_SECOND
  const frames: Buffer[] = []
  for (let frame = 0; frame < count; frame++) frames.push(await drawFrame(page, name, frame / count))
  const webm = path.join(here, `${name}.webm`)
  const film = ['-f', 'image2pipe', '-framerate', String(FRAMES_PER_SECOND), '-c:v', 'png', '-i', '-', '-an']
  const codec = [
    '-c:v',
    'libvpx-vp9',
    '-pix_fmt',
    'yuv420p',
    '-b:v',
    `${KILOBITS}k`,
    '-g',
    String(count),
    '-row-mt',
    '1',
  ]
  const scale = [
    '-vf',
    'scale=270:480:flags=lanczos',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
  ]
  const passes = ['-passlogfile', path.join(tmpdir(), `loop-${name}`)]
  const stream = Buffer.concat(frames)
  await ffmpeg(
    [
      ...film,
      ...scale,
      ...codec,
      '-deadline',
      'good',
      '-cpu-used',
      '1',
      '-pass',
      '1',
      ...passes,
      '-f',
      'null',
      '-',
    ],
    stream,
  )
  await ffmpeg(
    [...film, ...scale, ...codec, '-deadline', 'good', '-cpu-used', '1', '-pass', '2', ...passes, webm],
    stream,
  )
  const poster = frames[Math.round(count * 0.3)] ?? Buffer.alloc(0)
  await ffmpeg(
    [
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-i',
      '-',
      '-vf',
      'scale=405:720:flags=lanczos',
      '-c:v',
      'libwebp',
      '-quality',
      '78',
      path.join(here, `${name}.webp`),
    ],
    poster,
  )
}

const only = process.argv[2]
const { page, close } = await openStudio()
for (const { name, seconds } of loops.filter((loop) => !only || loop.name === only)) {
  await makeLoop(page, name, seconds)
  console.log(name)
}
await close()
