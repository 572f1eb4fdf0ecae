import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const texts = /\.(ts|tsx|mjs|sql|prisma|md|yml|conf|css|lua)$|^Dockerfile$|^\.env\.example$/
type TextFile = { readonly name: string; readonly text: string }

/** All texts that git knows of or would take. A file deleted but not yet committed is still listed. */
const files: TextFile[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => texts.test(name) && existsSync(path.join(root, name)))
  .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))
const pages = files.filter(({ name }) => name.endsWith('.md'))
const decisions = readdirSync(path.join(root, 'docs/decisions'))

/** Where each file matches, as `name: words`. */
function found(pattern: RegExp, isWrong: (match: RegExpExecArray, file: TextFile) => boolean): string[] {
  return files.flatMap((file) =>
    [...flowing(file.text).matchAll(pattern)]
      .filter((match) => isWrong(match, file))
      .map(([words]) => `${file.name}: ${words}`),
  )
}

/** The text with the line breaks of comments taken out, so that a citation over two lines is one. */
function flowing(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#(?!#))?[ \t]*/g, ' ')
}

/** What code says in comments. */
function commentsOf({ name, text }: TextFile): string[] {
  const comments = /\.(sql|lua)$/.test(name) ? /--[^\n]*/g : /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g
  return [...text.matchAll(comments)].map(([comment]) => comment)
}

/** A file's name, with or without its folders: those of pages have brackets in their names. */
const fileNames =
  /(?<![\w./@:{}$*…-])(?:\.{1,2}\/)*(?:(?:\[[\w.]+\]|\([\w-]+\)|[\w.@-]+)\/)*[\w-][\w.-]*\.(?:tsx?|mjs|sql|prisma|lua|css|md)(?![\w/(-])/g

/** Files that are made, and that git does not know. */
const made = ['next-env.d.ts']

/** Headings of a page, and the words in bold that begin a paragraph. */
function headingsOf(page: string): string[] {
  const text = pages.find(({ name }) => name === page)?.text ?? ''
  return [...text.matchAll(/^#{1,4} (.+)$|^\*\*([^*]+)\*\*/gm)].map(
    ([, heading, bold]) => heading ?? bold ?? '',
  )
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')
}

describe('what comments and documents cite is in the repository', () => {
  test('no design notes, numbered specifications or issues', () => {
    expect(found(/(?<!\w)design\/[a-z]+\.md|\b[Ss]pec [12]\b|\b[Ii]ssue \d+\b/g, () => true)).toEqual([])
  })

  // An applied migration is never changed, so it cites the numbers of its time.
  test('pages and decisions exist', () => {
    const cited = /(?<![\w./-])docs\/(?:decisions\/(\d{4}[\w-]*(?:\.md)?)|(?:[\w-]+\/)*[\w-]+\.md)/g
    const isMissing = ([page, decision]: RegExpExecArray, { name }: TextFile) =>
      decision === undefined
        ? !existsSync(path.join(root, page))
        : !name.startsWith('prisma/migrations/') &&
          !decisions.some((file) => file === decision || file.startsWith(`${decision}-`))
    expect(found(cited, isMissing)).toEqual([])
  })

  // Comments of applied migrations are left out for the same reason.
  test('files that comments name are there: by the whole path, by the path from the comment’s own file, or by a bare name', () => {
    const code = files.filter(
      ({ name }) => /\.(ts|tsx|mjs|sql|prisma|lua|css)$/.test(name) && !name.startsWith('prisma/migrations/'),
    )
    const names = new Set(files.map(({ name }) => path.basename(name)))
    const isThere = (cited: string, from: string) =>
      cited.includes('/')
        ? [cited, path.posix.join(path.posix.dirname(from), cited)].some((one) =>
            existsSync(path.join(root, one)),
          )
        : names.has(cited) || made.includes(cited)
    const missing = code.flatMap((file) =>
      commentsOf(file).flatMap((comment) =>
        [...comment.matchAll(fileNames)]
          .filter(([cited]) => !isThere(cited, file.name))
          .map(([cited]) => `${file.name}: ${cited}`),
      ),
    )
    expect(missing).toEqual([])
  })

  test('a heading that is cited with its page is one of that page', () => {
    const cited = /(?<![\w./-])(docs\/(?:[\w-]+\/)*[\w-]+\.md), ([A-Z].{0,60})/g
    expect(
      found(
        cited,
        ([, page = '', words = '']) => !headingsOf(page).some((heading) => words.startsWith(heading)),
      ),
    ).toEqual([])
  })

  test('commands that documents name are scripts of package.json', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(path.join(root, 'package.json'), 'utf8'),
    )
    const named = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/npm run ([a-z][\w:-]*)/g)]
        .filter(([, script = '']) => !(script in scripts))
        .map(([command]) => `${name}: ${command}`),
    )
    expect(named).toEqual([])
  })

  test('links between documents lead to files and headings that exist', () => {
    const broken = pages.flatMap(({ name, text }) => {
      const links = text
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)
      return [...links].flatMap(([link, target = '', anchor]) => {
        const file = target === '' ? name : path.posix.join(path.posix.dirname(name), target)
        const isThere =
          existsSync(path.join(root, file)) &&
          (anchor === undefined || headingsOf(file).some((heading) => anchorOf(heading) === anchor))
        return isThere ? [] : [`${name}: ${link}`]
      })
    })
    expect(broken).toEqual([])
  })
})
