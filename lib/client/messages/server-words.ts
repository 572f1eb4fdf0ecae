import type { serverWords } from '#messages/server-words-sw.ts'

type Words = typeof serverWords
type Pattern = { english: RegExp; names: string[]; swahili: string }

type TitleOf = (month: string) => string

let exact: Words = {}
let titleOf: TitleOf = asItIs
let patterns: Pattern[] = []
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Loads what the server says in the language of the page. English pages need nothing: the server speaks English. */
export function loadServerWords(): Promise<void> {
  if (typeof document === 'undefined' || document.documentElement.lang !== 'sw') return Promise.resolve()
  loading ??= import('./server-words-in-swahili.ts').then(
    ({ serverWords, titleOfMonth }) => setServerWords(serverWords, titleOfMonth),
    () => {
      // Without a line the sentence stays English; the next refusal asks again.
      loading = undefined
    },
  )
  return loading
}

/**
 * Takes these words for those of the page. An empty table is English.
 * @param title titles a month that the server has named
 */
export function setServerWords(words: Words, title: TitleOf = asItIs): void {
  exact = words
  titleOf = title
  patterns = Object.entries(words)
    .filter(([english]) => english.includes('{'))
    .map(([english, swahili]) => ({ ...matcherOf(english), swahili }))
  for (const listener of listeners) listener()
}

export function subscribeServerWords(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The table itself, the same object until it changes. */
export function readServerWords(): Words {
  return exact
}

/** Returns the server's text in the language of the page, as far as its words are loaded; else the text itself. */
export function inPageLanguage(text: string): string {
  return inPageWords(text) ?? text
}

function inPageWords(text: string): string | undefined {
  if (Object.hasOwn(exact, text)) return exact[text]
  // Some texts are several sentences, each of which is known. A pattern would take the first ones for the value of the last.
  const parts = text.split(/(?<=[.!?]) (?=[\p{Lu}\d])/u)
  const translated = parts.map(translate)
  if (translated.every((part) => part !== undefined)) return translated.join(' ')
  return translate(text)
}

function translate(text: string): string | undefined {
  if (Object.hasOwn(exact, text)) return exact[text]
  for (const { english, names, swahili } of patterns) {
    const values = english.exec(text)
    if (!values) continue
    return names.reduce((words, name, at) => {
      const value = values[at + 1] ?? ''
      return words.replaceAll(`{${name}}`, () => inWords(name, value))
    }, swahili)
  }
  return undefined
}

function inWords(name: string, value: string): string {
  if (name === 'month') return titleOf(value)
  return name === 'what' ? inPageLanguage(value) : value
}

function asItIs(text: string): string {
  return text
}

function matcherOf(template: string): { english: RegExp; names: string[] } {
  const names: string[] = []
  const source = template
    .split(/\{(\w+)\}/)
    .map((part, at) => {
      if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(part)
      return '(.+?)'
    })
    .join('')
  return { english: new RegExp(`^${source}$`, 'u'), names }
}
