import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../docs/decisions')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const files = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort()

describe('decisions', () => {
  test('are numbered from 0001 without gaps', () => {
    expect(files.map((file) => file.slice(0, 5))).toEqual(
      files.map((_, place) => `${String(place + 1).padStart(4, '0')}-`),
    )
  })

  test('are few enough to read', () => {
    expect(files.length).toBeLessThanOrEqual(40)
  })

  test('are each listed once in the index, under their titles', () => {
    const listed = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('- ['))
    const titles = files.map((file) => {
      const [, title] = /^# \d{4} (.+)$/m.exec(read(file)) ?? []
      return `- [${file.slice(0, 4)}](${file}) ${title}`
    })
    expect(listed.sort()).toEqual(titles)
  })

  test.each(files)('%s has the one format', (file) => {
    const text = read(file)
    expect(text).toMatch(
      new RegExp(
        `^# ${file.slice(0, 4)} .+\\n\\n- Date: \\d{4}-\\d{2}-\\d{2}\\n- Status: .+\\n\\n## Context\\n`,
      ),
    )
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(300)
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ])
  })
})
